import type * as Client from '@gitbeaker/rest';
import { expectTypeOf, it } from 'vitest';
import type { branches } from '#contract/branches.ts';
import type { commitComments } from '#contract/commit-comments.ts';
import type { commits } from '#contract/commits.ts';
import type { draftNotes } from '#contract/draft-notes.ts';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import type { epicNotes } from '#contract/epic-notes.ts';
import type { epics } from '#contract/epics.ts';
import type { groups } from '#contract/groups.ts';
import type { issueNotes } from '#contract/issue-notes.ts';
import type { issues } from '#contract/issues.ts';
import type { labelEvents } from '#contract/label-events.ts';
import type { groupLabels, labels } from '#contract/labels.ts';
import type { projectMembers } from '#contract/members.ts';
import type { metadata } from '#contract/metadata.ts';
import type { groupMilestones, milestones } from '#contract/milestones.ts';
import type { impersonationTokens } from '#contract/impersonation-tokens.ts';
import type { personalAccessTokens } from '#contract/personal-access-tokens.ts';
import type { projects } from '#contract/projects.ts';
import type { protectedBranches } from '#contract/protected-branches.ts';
import type { repository } from '#contract/repository.ts';
import type { repositoryFiles } from '#contract/repository-files.ts';
import type { suggestions } from '#contract/suggestions.ts';
import type { tags } from '#contract/tags.ts';
import type { transfers } from '#contract/transfers.ts';
import type { todos } from '#contract/todos.ts';
import type { uploads } from '#contract/uploads.ts';
import type { users } from '#contract/users.ts';
import type { wikis } from '#contract/wikis.ts';

/** Keys that a record of the client names; its index signature is none of them. */
type Named<T> = keyof {
  [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K];
};

/** Types that would have every key, or of which none is asked, and so prove nothing. */
type Proves<T> = 0 extends 1 & T ? false : [T] extends [never] ? false : true;

/** Keys of the client's record that ours has not, apart from those left out on purpose. */
type Missing<Theirs, Ours, LeftOut = never> =
  | Proves<Ours>
  | Proves<Theirs>
  | Proves<Named<Theirs>> extends true
  ? Exclude<Named<Theirs>, keyof Ours | LeftOut>
  : 'nothing is compared';

type One<E extends Endpoint> = ResponseOf<E>;
type Listed<T> = T extends readonly (infer R)[] ? R : never;

// The compiler checks all of these; at run time they do nothing.
it('what compares nothing, or lacks a key, is told', () => {
  expectTypeOf<Missing<{ a: 1; b: 2 }, { a: 1 }>>().toEqualTypeOf<'b'>();
  expectTypeOf<Missing<{ a: 1 }, never>>().toEqualTypeOf<'nothing is compared'>();
  expectTypeOf<Missing<Record<string, 1>, { a: 1 }>>().toEqualTypeOf<'nothing is compared'>();
  expectTypeOf<Missing<{ a: 1 }, Listed<{ a: 1 }>>>().toEqualTypeOf<'nothing is compared'>();
});

it('every record has the keys that the client of the API declares', () => {
  expectTypeOf<Missing<Client.LabelSchema, One<typeof labels.show>>>().toBeNever();
  expectTypeOf<Missing<Client.LabelSchema, One<typeof groupLabels.show>>>().toBeNever();
  expectTypeOf<Missing<Client.MilestoneSchema, One<typeof milestones.show>>>().toBeNever();
  expectTypeOf<Missing<Client.MilestoneSchema, One<typeof groupMilestones.show>>>().toBeNever();
  expectTypeOf<Missing<Client.IssueSchema, One<typeof issues.show>>>().toBeNever();
  expectTypeOf<Missing<Client.IssueNoteSchema, One<typeof issueNotes.show>>>().toBeNever();
  expectTypeOf<Missing<Client.EpicNoteSchema, One<typeof epicNotes.show>>>().toBeNever();
  // Emoji are not given to epics here.
  type Votes = 'upvotes' | 'downvotes';
  expectTypeOf<Missing<Client.EpicSchema, One<typeof epics.show>, Votes>>().toBeNever();
  expectTypeOf<Missing<Client.TagSchema, One<typeof tags.show>>>().toBeNever();
  expectTypeOf<Missing<Client.BranchSchema, One<typeof branches.show>>>().toBeNever();
  type ProtectedBranch = One<typeof protectedBranches.show>;
  expectTypeOf<Missing<Client.ProtectedBranchSchema, ProtectedBranch>>().toBeNever();
  expectTypeOf<Missing<Client.ExpandedCommitSchema, One<typeof commits.show>>>().toBeNever();
  expectTypeOf<Missing<Client.CommitDiffSchema, Listed<One<typeof commits.diff>>>>().toBeNever();
  expectTypeOf<Missing<Client.RepositoryCompareSchema, One<typeof commits.compare>>>().toBeNever();
  type Comment = One<typeof commitComments.create>;
  expectTypeOf<Missing<Client.CommitCommentSchema, Comment>>().toBeNever();
  type Place = Listed<One<typeof transfers.projectLocations>>;
  expectTypeOf<Missing<Client.SimpleGroupSchema, Place>>().toBeNever();
  type Entry = Listed<One<typeof repository.tree>>;
  expectTypeOf<Missing<Client.RepositoryTreeSchema, Entry>>().toBeNever();
  expectTypeOf<Missing<Client.RepositoryBlobSchema, One<typeof repository.blob>>>().toBeNever();
  type Contributor = Listed<One<typeof repository.contributors>>;
  expectTypeOf<Missing<Client.RepositoryContributorSchema, Contributor>>().toBeNever();
  expectTypeOf<Missing<Client.CommitSchema, One<typeof repository.mergeBase>>>().toBeNever();
  type File = One<typeof repositoryFiles.show>;
  expectTypeOf<Missing<Client.RepositoryFileExpandedSchema, File>>().toBeNever();
  type Changed = One<typeof repositoryFiles.create>;
  expectTypeOf<Missing<Client.RepositoryFileSchema, Changed>>().toBeNever();
  type Blamed = Listed<One<typeof repositoryFiles.blame>>;
  expectTypeOf<Missing<Client.RepositoryFileBlameSchema, Blamed>>().toBeNever();
  expectTypeOf<Missing<Client.MetadataSchema, One<typeof metadata.show>>>().toBeNever();
  type Uploaded = One<typeof uploads.create>;
  expectTypeOf<Missing<Client.MarkdownUploadCreatedSchema, Uploaded>>().toBeNever();
  type Upload = Listed<One<typeof uploads.list>>;
  expectTypeOf<Missing<Client.MarkdownUploadSchema, Upload>>().toBeNever();
});

it('records of reviews have every field that the client’s types name', () => {
  type Draft = One<typeof draftNotes.show>;
  expectTypeOf<Missing<Client.MergeRequestDraftNoteSchema, Draft>>().toBeNever();
  type Event = One<typeof labelEvents.showForMergeRequest>;
  expectTypeOf<Missing<Client.LabelEventSchema, Event>>().toBeNever();
  expectTypeOf<Missing<Client.TodoSchema, One<typeof todos.done>>>().toBeNever();
  type Applied = One<typeof suggestions.apply>;
  expectTypeOf<Missing<Client.SuggestionSchema, Applied>>().toBeNever();
});

it('records of people and places have them too, apart from what is named here', () => {
  expectTypeOf<Missing<Client.ProjectSchema, One<typeof projects.show>>>().toBeNever();
  expectTypeOf<Missing<Client.ProjectSchema, One<typeof projects.fork>>>().toBeNever();
  // Lists of projects have an endpoint of their own, and groups are not shared.
  type Lists = 'projects' | 'shared_projects' | 'shared_with_groups';
  type Group = One<typeof groups.show>;
  expectTypeOf<Missing<Client.ExpandedGroupSchema, Group, Lists>>().toBeNever();
  // Addresses of others are nobody's business, and there is no single sign-on.
  type Elsewhere = 'email' | 'group_saml_identity';
  type Member = One<typeof projectMembers.show>;
  expectTypeOf<Missing<Client.MemberSchema, Member, Elsewhere>>().toBeNever();
  // The first is gone from the API, the second is for a service that this server has not.
  type Social = 'skype' | 'is_followed';
  expectTypeOf<Missing<Client.UserSchema, One<typeof users.show>, Social>>().toBeNever();
  // A token's text is told once, when it is made.
  type Told = One<typeof personalAccessTokens.create>;
  expectTypeOf<Missing<Client.PersonalAccessTokenSchema, Told>>().toBeNever();
  type Signed = Extract<One<typeof commits.signature>, { signature_type: 'PGP' }>;
  expectTypeOf<Missing<Client.GPGSignatureSchema, Signed>>().toBeNever();
  expectTypeOf<Missing<Client.TagSignatureSchema, One<typeof tags.signature>>>().toBeNever();
  expectTypeOf<Missing<Client.WikiSchema, One<typeof wikis.show>>>().toBeNever();
  type Lent = One<typeof impersonationTokens.create>;
  expectTypeOf<Missing<Client.UserImpersonationTokenSchema, Lent>>().toBeNever();
});
