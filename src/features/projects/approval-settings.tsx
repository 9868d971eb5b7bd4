import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type ApprovalRule, projectApprovalRules } from '#contract/approval-rules.ts';
import { projectApprovals } from '#contract/approvals.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { listOf, queryOf, useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { changedOnly, saveAndStay, useContractForm } from '../../form/contract-form.ts';
import { TextField } from '../../form/fields.tsx';
import { FieldGroup, Form } from '../../form/form.tsx';
import { NumberField } from '../../form/number-field.tsx';
import { PeopleField } from '../../form/people-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { SwitchField } from '../../form/switch-field.tsx';
import { formatCount } from '../../lib/format.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { mayInProject } from '../../lib/permissions.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card, Content, Section } from '../../ui/page.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { approvalSettingsWords as words } from '../../words/approval-settings.ts';
import classes from './projects.module.css';
import { Frozen, useSettledProject } from './settings-form.tsx';

type Approvals = ResponseOf<typeof projectApprovals.show>;

const settingsBody = projectApprovals.update.body.pick({
  reset_approvals_on_push: true,
  merge_requests_author_approval: true,
  merge_requests_disable_committers_approval: true,
  disable_overriding_approvers_per_merge_request: true,
});

const stale = [projectApprovals.show, projectApprovalRules.list, mergeRequests.show];

/** How a project takes approvals, and whose it asks for; for who may change the project. */
export function ApprovalSettings() {
  const { project } = useSettledProject();
  const user = useCurrentUser();
  const id = String(project.id);
  const approvals = useQuery(queryOf(projectApprovals.show, { id }));
  if (!mayInProject(user, project, 'admin_project')) return <Frozen />;
  if (approvals.data === undefined) {
    if (approvals.error === null) return <RowsSkeleton rows={4} />;
    return <ErrorState error={approvals.error} retry={() => void approvals.refetch()} />;
  }
  return (
    <>
      <Content>
        <Rules id={id} />
      </Content>
      <Manner id={id} approvals={approvals.data} />
    </>
  );
}

const valuesOf = (approvals: Approvals) => ({
  reset_approvals_on_push: approvals.reset_approvals_on_push,
  merge_requests_author_approval: approvals.merge_requests_author_approval,
  merge_requests_disable_committers_approval: approvals.merge_requests_disable_committers_approval,
  disable_overriding_approvers_per_merge_request:
    approvals.disable_overriding_approvers_per_merge_request,
});

function Manner({ id, approvals }: { id: string; approvals: Approvals }) {
  const form = useContractForm(settingsBody, valuesOf(approvals));
  const update = useCommand(projectApprovals.update, { invalidates: stale, done: words.saved });
  const { control } = form;
  return (
    <Form
      form={form}
      staysOpen
      request={(typed) => ({
        endpoint: projectApprovals.update,
        input: { id, ...changedOnly(form, typed) },
      })}
      onSubmit={(values) =>
        saveAndStay(form, async () =>
          valuesOf(await update.mutateAsync({ id, ...changedOnly(form, values) })),
        )
      }
      bar={<SubmitBar form={form} label={words.save} needsChange isSecondary />}
    >
      <FieldGroup title={words.manner} about={words.mannerHelp}>
        <SwitchField
          control={control}
          name="reset_approvals_on_push"
          label={words.reset}
          help={words.resetHelp}
        />
        <SwitchField control={control} name="merge_requests_author_approval" label={words.author} />
        <SwitchField
          control={control}
          name="merge_requests_disable_committers_approval"
          label={words.committers}
        />
        <SwitchField
          control={control}
          name="disable_overriding_approvers_per_merge_request"
          label={words.overriding}
          help={words.overridingHelp}
        />
      </FieldGroup>
    </Form>
  );
}

function Rules({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(
    listOf(projectApprovalRules.list, { id, per_page: 100 }),
  );
  const [open, setOpen] = useState<ApprovalRule | 'new'>();
  const close = () => setOpen(undefined);
  useScreenActions([{ id: 'add approval rule', label: words.add, run: () => setOpen('new') }]);
  return (
    <Section
      title={words.rules}
      about={words.rulesHelp}
      action={
        <Button variant="default" size="xs" onClick={() => setOpen('new')}>
          {words.add}
        </Button>
      }
    >
      {error && data === undefined && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.rows.length === 0 && <p className={classes.quiet}>{words.none}</p>}
      {data !== undefined && data.rows.length > 0 && (
        <Card>
          <ul className={classes.rules} aria-label={words.rules}>
            {data.rows.map((rule) => (
              <Rule key={rule.id} id={id} rule={rule} onEdit={() => setOpen(rule)} />
            ))}
          </ul>
        </Card>
      )}
      {open !== undefined && (
        <Dialog
          testId="approval-rule"
          title={open === 'new' ? words.add : words.edit(open.name)}
          onClose={close}
        >
          <RuleForm id={id} rule={open === 'new' ? undefined : open} onClose={close} />
        </Dialog>
      )}
    </Section>
  );
}

function Rule(props: { id: string; rule: ApprovalRule; onEdit: () => void }) {
  const { id, rule, onEdit } = props;
  const [isAsking, setIsAsking] = useState(false);
  const remove = useCommand(projectApprovalRules.remove, {
    invalidates: stale,
    done: words.removed(rule.name),
    showsError: true,
  });
  const names = [...rule.users, ...rule.groups].map(({ name }) => name);
  return (
    <li>
      <span>
        <strong>{rule.name}</strong>
        <span>
          {formatCount(rule.approvals_required, 'approval', 'approvals')}
          {', '}
          {rule.rule_type === 'any_approver' ? words.anybody : names.join(', ')}
        </span>
      </span>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={words.edit(rule.name)}
        onClick={onEdit}
      >
        {common.actions.edit}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        aria-label={words.remove(rule.name)}
        onClick={() => setIsAsking(true)}
      >
        {common.actions.remove}
      </Button>
      <ConfirmDialog
        testId="delete-approval-rule"
        isOpen={isAsking}
        title={words.remove(rule.name)}
        confirm={common.actions.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ id, approval_rule_id: rule.id })}
        onCancel={() => setIsAsking(false)}
      >
        {words.removeHelp}
      </ConfirmDialog>
    </li>
  );
}

const ruleBody = projectApprovalRules.create.body.pick({
  name: true,
  approvals_required: true,
  user_ids: true,
});

function RuleForm(props: { id: string; rule: ApprovalRule | undefined; onClose: () => void }) {
  const { id, rule, onClose } = props;
  const form = useContractForm(ruleBody, {
    name: rule?.name ?? '',
    approvals_required: rule?.approvals_required ?? 1,
    user_ids: rule?.users.map((user) => user.id) ?? [],
  });
  const create = useCommand(projectApprovalRules.create, {
    invalidates: stale,
    done: ({ name }) => words.added(name),
  });
  const update = useCommand(projectApprovalRules.update, {
    invalidates: stale,
    done: ({ name }) => words.changed(name),
  });
  const isForAll = rule?.rule_type === 'any_approver';
  const { control } = form;
  return (
    <Form
      form={form}
      plain
      onSubmit={async (values) => {
        if (rule === undefined) {
          await create.mutateAsync({ id, ...values });
        } else {
          const changes = changedOnly(form, values);
          await update.mutateAsync({ id, approval_rule_id: rule.id, ...changes });
        }
        onClose();
      }}
      bar={
        <SubmitBar
          form={form}
          label={rule === undefined ? words.add : words.save}
          needsChange={rule !== undefined}
          cancel={
            <Button variant="subtle" color="gray" onClick={onClose}>
              {common.actions.cancel}
            </Button>
          }
        />
      }
    >
      <TextField control={control} name="name" label={words.name} required />
      <NumberField control={control} name="approvals_required" label={words.required} />
      {!isForAll && (
        <PeopleField
          control={control}
          name="user_ids"
          label={words.people}
          help={rule === undefined ? words.peopleHelp : undefined}
          project={id}
          known={rule?.users ?? []}
        />
      )}
    </Form>
  );
}
