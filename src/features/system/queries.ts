import { jobs } from '#contract/jobs.ts';
import { mailSettings } from '#contract/mail-settings.ts';
import { mails } from '#contract/mails.ts';
import { system } from '#contract/system.ts';
import { queryOf } from '../../api/client.ts';
import { listQuery } from '../../table/list-query.ts';
import { type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';

export const jobStates = ['queued', 'running', 'done', 'failed'] as const;
export const mailStates = ['queued', 'sent', 'kept', 'failed'] as const;

export type JobSearch = ListSearchWith<'state' | 'kind'>;
export type MailSearch = ListSearchWith<'state' | 'to'>;

export const systemShown = () => queryOf(system.show, {});
export const mailServer = () => queryOf(mailSettings.show, {});

export const jobList = (search: JobSearch) =>
  listQuery(jobs.list, {
    ...pageInput(search),
    ...(search.state && { state: oneOf(jobStates, search.state) }),
    ...(search.kind && { kind: search.kind }),
  });

export const mailList = (search: MailSearch) =>
  listQuery(mails.list, {
    ...pageInput(search),
    ...(search.state && { state: oneOf(mailStates, search.state) }),
    ...(search.to && { to: search.to }),
  });
