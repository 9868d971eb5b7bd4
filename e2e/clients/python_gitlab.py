"""Debian's python3-gitlab, unmodified, over every resource that it knows and the server has.

Takes the address and an administrator's token from QD_URL and QD_TOKEN. Prints one line per
resource; the last line is the result.
"""

import os
import sys
import traceback

import gitlab
from gitlab.base import RESTManager, RESTObject
from gitlab.v4 import objects

gl = gitlab.Gitlab(os.environ["QD_URL"], private_token=os.environ["QD_TOKEN"])
scene = {}
steps = []


def step(work):
    steps.append(work)
    return work


def refused(status, work):
    try:
        work()
    except gitlab.exceptions.GitlabError as error:
        assert error.response_code == status, error.response_code
        return
    raise AssertionError(f"expected {status}")


def content(project, path, ref="main"):
    return project.files.get(file_path=path, ref=ref).decode().decode()


def settled(project, iid):
    """The merge request once its check is over; the client's own waiting asks again and again."""
    for _ in range(600):
        found = project.mergerequests.get(iid)
        if found.detailed_merge_status not in ("unchecked", "checking", "preparing"):
            return found
    raise AssertionError(found.detailed_merge_status)


@step
def version():
    number, revision = gl.version()
    assert number != "unknown" and revision != "unknown"
    gl.auth()
    assert gl.user.username == "root"


@step
def users():
    fields = {"email": "nell@example.test", "username": "nell", "name": "Nell Spray"}
    user = gl.users.create({**fields, "password": "the password of nell", "skip_confirmation": True})
    scene["user"] = user
    assert gl.users.list(username="nell")[0].id == user.id
    user.name = "Nell Foam"
    user.save()
    assert gl.users.get(user.id).name == "Nell Foam"
    user.block()
    assert gl.users.get(user.id).state == "blocked"
    user.unblock()
    assert gl.users.get(user.id).state == "active"
    refused(409, lambda: gl.users.create({**fields, "password": "the password of nell"}))
    refused(404, lambda: gl.users.get(999_999_999))


@step
def tokens():
    token = scene["user"].personal_access_tokens.create({"name": "script", "scopes": ["api"]})
    scene["token"] = token
    own = gitlab.Gitlab(os.environ["QD_URL"], private_token=token.token)
    own.auth()
    assert own.user.username == "nell"
    assert [found.id for found in own.personal_access_tokens.list()] == [token.id]
    assert gl.personal_access_tokens.list(user_id=scene["user"].id)[0].name == "script"
    refused(401, lambda: gitlab.Gitlab(os.environ["QD_URL"], private_token="wrong").auth())


@step
def groups():
    group = gl.groups.create({"name": "Shipyard", "path": "shipyard"})
    scene["group"] = group
    sub = gl.groups.create({"name": "Dock", "path": "dock", "parent_id": group.id})
    assert sub.full_path == "shipyard/dock"
    assert [found.id for found in group.subgroups.list()] == [sub.id]
    group.description = "Builds ships"
    group.save()
    assert gl.groups.get("shipyard").description == "Builds ships"
    sub.delete()


@step
def members():
    group, user = scene["group"], scene["user"]
    member = group.members.create({"user_id": user.id, "access_level": gitlab.const.DEVELOPER_ACCESS})
    member.access_level = gitlab.const.MAINTAINER_ACCESS
    member.save()
    assert group.members.get(user.id).access_level == 40
    assert user.id in [found.id for found in group.members_all.list()]
    member.delete()
    refused(404, lambda: group.members.get(user.id))


@step
def projects():
    group = scene["group"]
    project = gl.projects.create(
        {"name": "Hull", "path": "hull", "namespace_id": group.id, "initialize_with_readme": True}
    )
    scene["project"] = project
    assert gl.projects.get("shipyard/hull").id == project.id
    assert [found.id for found in group.projects.list()] == [project.id]
    project.description = "Keeps water out"
    project.save()
    assert gl.projects.list(search="hull")[0].description == "Keeps water out"
    project.archive()
    assert gl.projects.get(project.id).archived
    project.unarchive()
    member = project.members.create({"user_id": scene["user"].id, "access_level": 30})
    assert project.members.get(member.id).access_level == 30


@step
def files():
    project = scene["project"]
    made = {"branch": "main", "commit_message": "Add"}
    project.files.create({**made, "file_path": "src/keel.txt", "content": "one\n"})
    file = project.files.get(file_path="src/keel.txt", ref="main")
    file.content = "one\ntwo\n"
    file.save(branch="main", commit_message="Lengthen")
    assert content(project, "src/keel.txt") == "one\ntwo\n"
    assert project.files.raw(file_path="src/keel.txt", ref="main") == b"one\ntwo\n"
    assert len(project.files.blame(file_path="src/keel.txt", ref="main")) > 0
    project.files.create({**made, "file_path": "gone.txt", "content": "x"})
    project.files.delete(file_path="gone.txt", branch="main", commit_message="Remove")
    refused(404, lambda: project.files.get(file_path="gone.txt", ref="main"))


@step
def wikis():
    project = scene["project"]
    page = project.wikis.create({"title": "How to/Berth", "content": "Slowly"})
    assert (page.slug, page.title, page.format) == ("How-to/Berth", "Berth", "markdown")
    assert project.wikis.get(page.slug).content == "Slowly"
    page.content = "Gently"
    page.save()
    assert [found.slug for found in project.wikis.list(get_all=True)] == ["How-to/Berth"]
    assert project.wikis.list(with_content=True)[0].content == "Gently"
    page.delete()
    refused(404, lambda: project.wikis.get("How-to/Berth"))


@step
def commits():
    project = scene["project"]
    action = {"action": "create", "file_path": "src/mast.txt", "content": "tall\n"}
    made = {"branch": "mast", "start_branch": "main", "commit_message": "Raise", "actions": [action]}
    commit = project.commits.create(made)
    scene["commit"] = commit
    assert project.commits.get(commit.id).title == "Raise"
    assert commit.diff()[0]["new_path"] == "src/mast.txt"
    assert project.commits.list(ref_name="mast")[0].id == commit.id
    assert len(project.commits.list(ref_name="mast", get_all=True)) >= 4


@step
def branches():
    project = scene["project"]
    branch = project.branches.create({"branch": "side", "ref": "main"})
    assert project.branches.get("side").commit["id"] == branch.commit["id"]
    assert {"main", "mast", "side"} <= {found.name for found in project.branches.list()}
    branch.delete()
    refused(404, lambda: project.branches.get("side"))


@step
def protected_branches():
    project = scene["project"]
    made = project.protectedbranches.create(
        {"name": "release/*", "merge_access_level": 30, "push_access_level": 40}
    )
    assert project.protectedbranches.get("release/*").name == made.name
    assert "main" in [found.name for found in project.protectedbranches.list()]
    made.delete()
    refused(404, lambda: project.protectedbranches.get("release/*"))


@step
def tags():
    project = scene["project"]
    tag = project.tags.create({"tag_name": "v1", "ref": "main", "message": "First"})
    assert project.tags.get("v1").message == "First"
    assert [found.name for found in project.tags.list()] == ["v1"]
    tag.delete()
    assert project.tags.list() == []


@step
def repository():
    project = scene["project"]
    assert "src" in [entry["name"] for entry in project.repository_tree()]
    assert len(project.repository_compare("main", "mast")["commits"]) == 1
    assert len(project.repository_archive(format="tar.gz")) > 0
    assert len(project.repository_contributors()) > 0
    mast = [entry for entry in project.repository_tree("src", ref="mast") if entry["name"] == "mast.txt"]
    assert project.repository_raw_blob(mast[0]["id"]) == b"tall\n"


@step
def labels():
    project, group = scene["project"], scene["group"]
    label = project.labels.create({"name": "urgent", "color": "#ff0000"})
    label.new_name = "pressing"
    label.save()
    assert project.labels.get("pressing").color.lower() == "#ff0000"
    wide = group.labels.create({"name": "wide", "color": "#00ff00"})
    assert {"pressing", "wide"} <= {found.name for found in project.labels.list()}
    wide.delete()
    scene["label"] = "pressing"


@step
def milestones():
    project, group = scene["project"], scene["group"]
    milestone = project.milestones.create({"title": "Launch", "due_date": "2030-01-02"})
    milestone.description = "Into the water"
    milestone.save()
    assert project.milestones.get(milestone.id).description == "Into the water"
    group.milestones.create({"title": "Season"})
    assert [found.title for found in group.milestones.list()] == ["Season"]
    scene["milestone"] = milestone


@step
def issues():
    project = scene["project"]
    issue = project.issues.create(
        {"title": "Leak", "labels": [scene["label"]], "milestone_id": scene["milestone"].id}
    )
    issue.notes.create({"body": "Still wet"})
    assert [note.body for note in issue.notes.list() if not note.system] == ["Still wet"]
    issue.state_event = "close"
    issue.save()
    assert project.issues.list(state="closed")[0].iid == issue.iid
    assert gl.issues.list(scope="all", search="Leak")[0].id == issue.id


@step
def merge_requests():
    project = scene["project"]
    request = project.mergerequests.create(
        {"title": "Raise the mast", "source_branch": "mast", "target_branch": "main"}
    )
    scene["request"] = request
    request.labels = [scene["label"]]
    request.description = "- [x] measured"
    request.assignee_ids = [gl.user.id]
    request.save()
    found = project.mergerequests.get(request.iid)
    assert found.labels == [scene["label"]] and found.assignees[0]["username"] == "root"
    assert project.mergerequests.list(labels=scene["label"])[0].iid == request.iid
    assert gl.mergerequests.list(scope="all", state="opened")[0].id == request.id
    assert scene["group"].mergerequests.list()[0].id == request.id
    assert [commit.title for commit in request.commits()] == ["Raise"]
    assert request.changes()["changes"][0]["new_path"] == "src/mast.txt"
    assert len(settled(project, request.iid).diffs.list()) == 1
    assert [person["username"] for person in request.participants()] == ["root"]
    both = {"source_branch": "mast", "target_branch": "main", "title": "Again"}
    refused(409, lambda: project.mergerequests.create(both))


@step
def label_events_and_epics():
    project, group = scene["project"], scene["group"]
    issue = project.issues.create({"title": "Labelled", "labels": ["salt"]})
    issue.add_labels = "tar"
    issue.remove_labels = "salt"
    issue.save()
    request = project.mergerequests.get(scene["request"].iid)
    epic = group.epics.create({"title": "A deeper harbour", "labels": ["deep"]})
    epic.title = "A deep harbour"
    epic.labels = ["deep", "wide"]
    epic.save()
    assert group.epics.get(epic.iid).title == "A deep harbour"
    assert [found.iid for found in group.epics.list(search="deep harbour")] == [epic.iid]
    told = {
        "Issue": (issue, [("salt", "add"), ("tar", "add"), ("salt", "remove")]),
        "MergeRequest": (request, [(scene["label"], "add")]),
        "Epic": (epic, [("deep", "add"), ("wide", "add")]),
    }
    for kind, (thing, expected) in told.items():
        events = thing.resourcelabelevents.list(get_all=True)
        assert [(event.label["name"], event.action) for event in events] == expected, kind
        first = thing.resourcelabelevents.get(events[0].id)
        assert first.resource_type == kind and first.resource_id == thing.id
        refused(404, lambda: thing.resourcelabelevents.get(999999))
    note = epic.notes.create({"body": "How deep?"})
    note.body = "How deep, again?"
    note.save()
    assert epic.notes.get(note.id).body == "How deep, again?"
    note.delete()
    assert [found.body for found in epic.notes.list() if not found.system] == []
    epic.delete()
    refused(404, lambda: group.epics.get(epic.iid))
    project.labels.delete("salt")
    events = issue.resourcelabelevents.list(get_all=True)
    assert [event.label and event.label["name"] for event in events] == [None, "tar", None]
    project.labels.delete("tar")
    group.labels.delete("deep")
    group.labels.delete("wide")
    issue.delete()


@step
def notes_and_discussions():
    request = scene["request"]
    note = request.notes.create({"body": "Fine"})
    note.body = "Very fine"
    note.save()
    assert request.notes.get(note.id).body == "Very fine"
    thread = request.discussions.create({"body": "Why so tall?"})
    thread.notes.create({"body": "Wind"})
    assert len(request.discussions.get(thread.id).attributes["notes"]) == 2
    thread.resolved = True
    thread.save()
    assert request.discussions.get(thread.id).attributes["notes"][0]["resolved"]
    note.delete()


@step
def statuses_and_pipelines():
    project, commit = scene["project"], scene["commit"]
    commit.statuses.create({"state": "running", "name": "rig"})
    commit.statuses.create({"state": "success", "name": "rig"})
    assert [found.status for found in commit.statuses.list()] == ["success"]
    pipelines = project.pipelines.list()
    assert len(pipelines) == 1
    pipeline = project.pipelines.get(pipelines[0].id)
    assert pipeline.status == "success" and pipeline.sha == commit.id


@step
def pipelines_of_a_ci_file():
    project = scene["project"]
    text = "build:\n  script: make\n"
    made = {"branch": "main", "commit_message": "CI", "content": text}
    project.files.create({**made, "file_path": ".gitlab-ci.yml"})
    pipeline = project.pipelines.create({"ref": "main"})
    jobs = pipeline.jobs.list()
    assert [job.name for job in jobs] == ["build"]
    assert project.jobs.get(jobs[0].id).status in ("created", "pending")
    pipeline.cancel()
    assert project.pipelines.get(pipeline.id).status == "canceled"


@step
def environments_and_deployments():
    project = scene["project"]
    environment = project.environments.create({"name": "sea"})
    environment.external_url = "https://sea.example.test"
    environment.save()
    assert project.environments.get(environment.id).external_url == "https://sea.example.test"
    head = project.branches.get("main").commit["id"]
    deployment = project.deployments.create(
        {"environment": "sea", "sha": head, "ref": "main", "tag": False, "status": "running"}
    )
    deployment.status = "success"
    deployment.save()
    assert project.deployments.get(deployment.id).status == "success"
    assert len(project.deployments.list(environment="sea")) == 1


@step
def filters_of_merge_requests():
    """Every filter that the client knows, each by itself: first what finds it, then what does not."""
    project, group, request = scene["project"], scene["group"], scene["request"]
    request.awardemojis.create({"name": "rocket"})
    me, long_ago, far = gl.user, "2001-01-01T00:00:00Z", "2999-01-01T00:00:00Z"
    values = {
        "state": ("opened", "closed"),
        "order_by": ("updated_at", None),
        "sort": ("asc", None),
        "milestone": ("None", "Launch"),
        "view": ("simple", None),
        "labels": ([scene["label"]], [scene["label"], "other"]),
        "with_labels_details": (True, None),
        "with_merge_status_recheck": (True, None),
        "created_after": (long_ago, far),
        "created_before": (far, long_ago),
        "updated_after": (long_ago, far),
        "updated_before": (far, long_ago),
        "scope": ("created_by_me", "reviews_for_me"),
        "iids": ([request.iid], [request.iid + 1]),
        "author_id": (me.id, scene["user"].id),
        "author_username": ("root", "nell"),
        "assignee_id": (me.id, "None"),
        "approver_ids": ("None", [me.id]),
        "approved_by_ids": ("None", [me.id]),
        "reviewer_id": ("None", "Any"),
        "reviewer_username": (None, "nell"),
        "my_reaction_emoji": ("rocket", "None"),
        "source_branch": ("mast", "main"),
        "target_branch": ("main", "mast"),
        "search": ("raise", "lower"),
        "in": (["title"], None),
        "wip": ("no", "yes"),
        "not[labels]": ("other", scene["label"]),
        "not[author_username]": ("nell", "root"),
        "environment": (None, "sea"),
        "deployed_before": (None, far),
        "deployed_after": (None, long_ago),
    }
    for manager, always in (
        (gl.mergerequests, {"scope": "all"}),
        (group.mergerequests, {}),
        (project.mergerequests, {}),
    ):
        known = {name for name in manager._list_filters if name != "not"}
        assert known <= set(values), known - set(values)
        for name in sorted(known | {"not[labels]", "not[author_username]"}):
            for value, found in zip(values[name], ([request.iid], [])):
                if value is not None:
                    query = {**always, name: value}
                    iids = [each.iid for each in manager.list(**query)]
                    assert iids == found, (type(manager).__name__, query, iids)


# What the client has for merge requests, and what hangs on them.
REVIEW_CLASSES = [
    objects.ProjectMergeRequest,
    objects.ProjectMergeRequestManager,
    objects.ProjectMergeRequestApprovalManager,
    objects.ProjectMergeRequestApproval,
    objects.ProjectMergeRequestApprovalRule,
    objects.ProjectMergeRequestApprovalRuleManager,
    objects.ProjectMergeRequestApprovalStateManager,
    objects.ProjectMergeRequestAwardEmoji,
    objects.ProjectMergeRequestAwardEmojiManager,
    objects.ProjectMergeRequestNoteAwardEmoji,
    objects.ProjectMergeRequestNoteAwardEmojiManager,
    objects.ProjectMergeRequestDiffManager,
    objects.ProjectMergeRequestDiscussion,
    objects.ProjectMergeRequestDiscussionManager,
    objects.ProjectMergeRequestDiscussionNote,
    objects.ProjectMergeRequestDiscussionNoteManager,
    objects.ProjectMergeRequestNote,
    objects.ProjectMergeRequestNoteManager,
    objects.ProjectMergeRequestPipelineManager,
    objects.ProjectMergeRequestResourceLabelEventManager,
    objects.ProjectMergeRequestResourceMilestoneEventManager,
    objects.ProjectMergeRequestResourceStateEventManager,
]
used = set()


def written_down(kind, name, real):
    def call(self, *given, **named):
        used.add(f"{kind.__name__}.{name}")
        return real(self, *given, **named)

    return call


def calls_of(kind):
    """Methods that ask the server: those of the client's base classes only look at what is there."""
    bases = set(dir(RESTObject)) | set(dir(RESTManager))
    for name in dir(kind):
        if not name.startswith("_") and name not in bases and callable(getattr(kind, name)):
            yield name


@step
def every_operation_of_merge_requests():
    # What is saved and deleted by a manager is so by its object: one call of the API.
    for kind in REVIEW_CLASSES:
        for name in list(calls_of(kind)):
            setattr(kind, name, written_down(kind, name, getattr(kind, name)))
    project, user = scene["project"], scene["user"]
    issue = project.issues.create({"title": "Holes in the sail"})
    ci = "sew:\n  script: sew\n  rules:\n    - if: $CI_MERGE_REQUEST_IID\n"
    actions = [
        {"action": "create", "file_path": "sail.txt", "content": "white\n"},
        {"action": "update", "file_path": ".gitlab-ci.yml", "content": ci},
    ]
    commit = {"branch": "sail", "start_branch": "main", "commit_message": "Sew"}
    project.commits.create({**commit, "actions": actions})
    milestone = project.milestones.create({"title": "Regatta"})
    request = project.mergerequests.create(
        {
            "source_branch": "sail",
            "target_branch": "main",
            "title": "Draft: Sew the sail",
            "description": f"Closes #{issue.iid}",
            "reviewer_ids": [user.id],
            "milestone_id": milestone.id,
        }
    )
    request = settled(project, request.iid)
    assert request.iid in [found.iid for found in project.mergerequests.list(state="opened")]
    project.mergerequests.update(request.iid, {"labels": ["linen"]})
    request.description = f"Closes #{issue.iid}, at last"
    request.save()
    assert [found.iid for found in request.closes_issues()] == [issue.iid]
    assert [found.title for found in request.commits()] == ["Sew"]
    assert [each["new_path"] for each in request.changes()["changes"]] == [
        ".gitlab-ci.yml", "sail.txt"
    ]
    versions = request.diffs.list()
    assert request.diffs.get(versions[0].id).attributes["real_size"] == "2"
    people = sorted(each["username"] for each in request.participants())
    assert people == ["nell", "root"], people
    request.unsubscribe()
    request.subscribe()
    request.todo()
    request.time_estimate("1d")
    request.add_spent_time("2h")
    # With a record at hand it looks there instead of asking.
    asking = project.mergerequests.get(request.iid, lazy=True)
    assert asking.time_stats()["human_total_time_spent"] == "2h"
    request.reset_time_estimate()
    assert request.reset_spent_time()["total_time_spent"] == 0
    made = request.pipelines.create()
    assert made.id in [each.id for each in request.pipelines.list()]

    emoji = request.awardemojis.create({"name": "rocket"})
    assert [each.id for each in request.awardemojis.list()] == [emoji.id]
    request.awardemojis.get(emoji.id).delete()
    emoji = request.awardemojis.create({"name": "heart"})
    request.awardemojis.delete(emoji.id)
    note = request.notes.create({"body": "Too white"})
    request.notes.update(note.id, {"body": "Far too white"})
    note = request.notes.get(note.id)
    note.body = "White enough"
    note.save()
    assert [each.body for each in request.notes.list() if not each.system] == ["White enough"]
    note.awardemojis.head()
    emoji = note.awardemojis.create({"name": "thumbsup"})
    assert [each.id for each in note.awardemojis.list()] == [emoji.id]
    note.awardemojis.get(emoji.id).delete()
    emoji = note.awardemojis.create({"name": "thumbsdown"})
    note.awardemojis.delete(emoji.id)
    note.delete()
    note = request.notes.create({"body": "Again"})
    request.notes.delete(note.id)

    refs = settled(project, request.iid).diff_refs
    place = {**refs, "position_type": "text", "new_path": "sail.txt", "new_line": 1}
    thread = request.discussions.create({"body": "Why linen?", "position": place})
    assert thread.id in [each.id for each in request.discussions.list()]
    for manager in (
        project.mergerequests,
        request.approvals,
        request.approval_rules,
        request.approval_state,
        request.awardemojis,
        request.diffs,
        request.discussions,
        request.notes,
        request.pipelines,
        request.resourcelabelevents,
        request.resourcemilestoneevents,
        request.resourcestateevents,
    ):
        assert manager.head()["Content-Type"].startswith("application/json")
    thread = request.discussions.get(thread.id)
    refused(405, lambda: thread.notes.head())
    answer = thread.notes.create({"body": "It is strong"})
    thread.notes.update(answer.id, {"body": "It is light"})
    # The API does not document a read of one note of a thread, and this server has none.
    refused(405, lambda: thread.notes.get(answer.id))
    answer.body = "It is both"
    answer.save()
    answer.delete()
    answer = thread.notes.create({"body": "No"})
    thread.notes.delete(answer.id)
    request.discussions.update(thread.id, {"resolved": True})
    thread.resolved = False
    thread.save()

    rule = request.approval_rules.create({"name": "Sailors", "approvals_required": 1})
    assert rule.id in [each.id for each in request.approval_rules.list()]
    # It asks for what it puts into the path as well.
    ids = {"id": project.id, "merge_request_iid": request.iid, "approval_rule_id": rule.id}
    changed = {**ids, "name": "Pilots", "approvals_required": 1}
    request.approval_rules.update(rule.id, changed)
    rule = request.approval_rules.get(rule.id)
    assert rule.name == "Pilots"
    request.approve(sha=request.sha)
    assert request.approval_state.get().rules[0]["approved"]
    request.unapprove()
    request.reset_approvals()
    rule.approvals_required = 0
    rule.save()
    rule.delete()
    rule = request.approval_rules.create({"name": "Sailors", "approvals_required": 0})
    request.approval_rules.delete(rule.id)
    assert request.approvals.get().approved is False
    request.approvals.update(new_data={"approvals_required": 0})
    approvals = request.approvals.get()
    approvals.approvals_required = 0
    approvals.save()
    request.approvals.set_approvers(0, approver_ids=[user.id], approval_rule_name="Crew")

    request.state_event = "close"
    request.save()
    request.state_event = "reopen"
    request.save()
    for events in (
        request.resourcestateevents,
        request.resourcemilestoneevents,
        request.resourcelabelevents,
    ):
        first = events.list(get_all=True)[0]
        assert events.get(first.id).resource_id == request.id

    request = settled(project, request.iid)
    waiting = request.merge(merge_when_pipeline_succeeds=True)
    assert waiting["merge_when_pipeline_succeeds"]
    request.cancel_merge_when_pipeline_succeeds()
    more = {"branch": "main", "commit_message": "Ahead", "file_path": "ahead.txt", "content": "x"}
    project.files.create(more)
    assert request.rebase()["rebase_in_progress"]
    for _ in range(600):
        found = project.mergerequests.get(request.iid, include_rebase_in_progress=True)
        if not found.rebase_in_progress:
            break
    settled(project, request.iid)
    project.mergerequests.update(request.iid, {"title": "Sew the sail"})
    assert len(settled(project, request.iid).merge_ref()["commit_id"]) == 40

    # The client has no methods for these.
    at = f"/projects/{project.id}/merge_requests/{request.iid}"
    assert gl.http_get(f"{at}/raw_diffs", raw=True).text.startswith("diff --git")
    assert [each["new_path"] for each in gl.http_list(f"{at}/diffs", get_all=True)]
    assert gl.http_list(f"{at}/related_issues", get_all=True)
    assert gl.http_list(f"{at}/reviewers", get_all=True)[0]["user"]["username"] == "nell"
    block = gl.http_post(f"{at}/blocks", post_data={"blocking_merge_request_iid": scene["request"].iid})
    assert [each["id"] for each in gl.http_list(f"{at}/blocks", get_all=True)] == [block["id"]]
    gl.http_delete(f"{at}/blocks/{block['id']}")
    draft = gl.http_post(f"{at}/draft_notes", post_data={"note": "Hm"})
    gl.http_put(f"{at}/draft_notes/{draft['id']}", post_data={"note": "Hm!"})
    gl.http_post(f"{at}/draft_notes/bulk_publish")
    assert gl.http_list(f"{at}/draft_notes", get_all=True) == []
    head = project.branches.get("main").commit["id"]
    gl.http_post(f"{at}/context_commits", post_data={"commits": [head]})
    assert [each["id"] for each in gl.http_list(f"{at}/context_commits", get_all=True)] == [head]
    gl.http_delete(f"{at}/context_commits", query_data={"commits[]": head})

    request.delete()
    project.branches.create({"branch": "spare", "ref": "sail"})
    spare = project.mergerequests.create(
        {"source_branch": "spare", "target_branch": "main", "title": "Spare"}
    )
    project.mergerequests.delete(spare.iid)
    refused(404, lambda: project.mergerequests.get(spare.iid))
    known = {f"{kind.__name__}.{name}" for kind in REVIEW_CLASSES for name in calls_of(kind)}
    assert known <= used, sorted(known - used)
    issue.delete()
    project.branches.delete("sail")
    project.branches.delete("spare")
    project.files.delete(file_path="ahead.txt", branch="main", commit_message="Away")
    project.labels.delete("linen")
    milestone.delete()


@step
def merge():
    project, request = scene["project"], scene["request"]
    settled(project, request.iid)
    request.merge(merge_commit_message="Merge the mast", should_remove_source_branch=True)
    found = project.mergerequests.get(request.iid)
    assert found.state == "merged" and found.merge_user["username"] == "root"
    assert content(project, "src/mast.txt") == "tall\n"
    refused(405, lambda: request.merge())


@step
def uploads():
    uploaded = scene["project"].upload("chart.txt", filedata=b"here be dragons")
    assert uploaded["alt"] == "chart.txt" and "/uploads/" in uploaded["url"]


@step
def forks():
    project = scene["project"]
    fork = project.forks.create({"name": "Hull too", "path": "hull-too"})
    assert gl.projects.get(fork.id).forked_from_project["id"] == project.id
    assert [found.id for found in project.forks.list()] == [fork.id]


@step
def schedules():
    project = scene["project"]
    made = project.pipelineschedules.create(
        {"description": "Nightly", "ref": "main", "cron": "0 1 * * 5", "cron_timezone": "London"}
    )
    assert made.ref == "refs/heads/main" and made.active
    made.cron = "0 2 * * 5"
    made.save()
    variable = made.variables.create({"key": "TIDE", "value": "low\n"})
    made.variables.update("TIDE", {"value": "high\n"})
    found = project.pipelineschedules.get(made.id)
    assert found.cron == "0 2 * * 5"
    assert [each["value"] for each in found.attributes["variables"]] == ["high\n"]
    assert [each.id for each in project.pipelineschedules.list()] == [made.id]
    made.play()
    # The client takes the answer for the record: it is read anew.
    for _ in range(600):
        made = project.pipelineschedules.get(found.id)
        last = made.last_pipeline
        if last is not None:
            break
    assert last["source"] == "scheduled" and last["ref"] == "main"
    made.take_ownership()
    variable.delete()
    made.delete()
    refused(404, lambda: project.pipelineschedules.get(found.id))


@step
def deploy_keys():
    project = scene["project"]
    text = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHzb7BXnyNDllT8f9Kr73ULnX31lfpNIuVDukeauOASu ci"
    made = project.keys.create({"title": "Crane", "key": text, "can_push": True})
    assert made.key == text and made.can_push and made.usage_type == "auth_and_signing"
    assert made.fingerprint == "0d:71:1a:b8:7a:4f:68:c0:3a:88:1b:2f:aa:e2:9c:db"
    made.title = "Crane two"
    made.can_push = False
    made.save()
    found = project.keys.get(made.id)
    assert found.title == "Crane two" and not found.can_push
    assert [each.id for each in project.keys.list()] == [made.id]
    other = gl.projects.create({"name": "Quayside"})
    other.keys.enable(made.id)
    assert [each.id for each in other.keys.list()] == [made.id]
    listed = gl.deploykeys.list()
    assert [each.id for each in listed] == [made.id]
    opens = listed[0].attributes["projects_with_readonly_access"]
    assert [each["id"] for each in opens] == [project.id, other.id]
    assert gl.deploykeys.list(public=True) == []
    # These two operations have no methods of their own in this client.
    fleet = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBr+3vv9I3kfS6bo1UbUAx/HMVJ9Y/EaakmQWAWMiodV fleet"
    public = gl.http_post("/deploy_keys", post_data={"title": "Fleet", "key": fleet})
    assert [each.id for each in gl.deploykeys.list(public=True)] == [public["id"]]
    path = f"/users/{scene['user'].id}/project_deploy_keys"
    assert [each["id"] for each in gl.http_list(path, get_all=True)] in ([], [made.id])
    other.keys.delete(made.id)
    found.delete()
    refused(404, lambda: project.keys.get(made.id))
    refused(400, lambda: project.keys.create({"title": "Crane", "key": "nonsense"}))
    other.delete()


@step
def ssh_keys():
    text = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHzb7BXnyNDllT8f9Kr73ULnX31lfpNIuVDukeauOASu me"
    mine = gl.user.keys.create({"title": "Laptop", "key": text, "expires_at": "2099-01-01"})
    assert mine.key == text and mine.usage_type == "auth_and_signing"
    assert gl.user.keys.get(mine.id).title == "Laptop"
    assert [each.id for each in gl.user.keys.list()] == [mine.id]
    mine.delete()
    assert gl.user.keys.list() == []
    theirs = scene["user"].keys.create({"title": "Desk", "key": text})
    assert [each.id for each in scene["user"].keys.list()] == [theirs.id]
    assert scene["user"].keys.get(theirs.id).title == "Desk"
    theirs.delete()
    assert scene["user"].keys.list() == []


@step
def features():
    feature = gl.features.set("tide_table", True)
    assert feature.state == "on"
    assert "tide_table" in [found.name for found in gl.features.list()]
    gl.features.delete("tide_table")


@step
def settings():
    settings = gl.settings.get()
    before = settings.default_project_visibility
    settings.default_project_visibility = "internal"
    settings.save()
    assert gl.settings.get().default_project_visibility == "internal"
    settings.default_project_visibility = before
    settings.domain_allowlist = ["a.test", "*.b.test"]
    settings.throttle_authenticated_web_requests_per_period = 900
    settings.save()
    assert gl.settings.get().domain_allowlist == ["a.test", "*.b.test"]
    settings.domain_allowlist = []
    settings.save()
    found = gl.settings.get()
    assert found.domain_allowlist == []
    assert found.throttle_authenticated_web_requests_per_period == 900
    found.default_projects_limit = -1
    refused(400, found.save)


@step
def appearance():
    shown = gl.appearance.get()
    assert shown.logo is None and shown.message_font_color == "#FFFFFF"
    shown.title = "Harbour"
    shown.header_message = "Fog **ahead**"
    shown.save()
    assert gl.appearance.get().title == "Harbour"
    shown.message_font_color = "red"
    refused(400, shown.save)
    gl.appearance.update(new_data={"title": "", "header_message": ""})
    assert gl.appearance.get().title == ""


@step
def dockerfile_templates():
    listed = gl.dockerfiles.list(get_all=True)
    assert len(listed) == 19
    assert "FROM" in gl.dockerfiles.get("Node").content
    refused(404, lambda: gl.dockerfiles.get("node"))
    # Clients write templates as files of the template project.
    project = scene["project"]
    settings = gl.settings.get()
    settings.file_template_project_id = project.id
    settings.save()
    made = {"branch": "main", "commit_message": "Add"}
    path = "Dockerfile/Zig.dockerfile"
    project.files.create({**made, "file_path": path, "content": "FROM alpine:3.20.3\n"})
    assert gl.dockerfiles.get("Zig").content == "FROM alpine:3.20.3\n"
    file = project.files.get(file_path=path, ref="main")
    file.content = "FROM alpine:3.21.0\n"
    file.save(branch="main", commit_message="Raise")
    assert gl.dockerfiles.get("Zig").content == "FROM alpine:3.21.0\n"
    assert len(gl.dockerfiles.list(get_all=True)) == 20
    file.delete(branch="main", commit_message="Remove")
    refused(404, lambda: gl.dockerfiles.get("Zig"))
    settings = gl.settings.get()
    settings.file_template_project_id = None
    settings.save()


@step
def integrations():
    project, group = scene["project"], scene["group"]
    hook = {"webhook": "https://chat.example.test/hooks/AAA", "push_events": False}
    project.integrations.update("slack", hook)
    shown = project.integrations.get("slack")
    assert shown.active and shown.push_events is False and shown.tag_push_events is True
    assert "webhook" not in shown.properties
    assert [one.slug for one in project.integrations.list(get_all=True)] == ["slack"]
    project.services.update("pumble", {"webhook": "https://pumble.example.test/AAA"})
    project.integrations.delete("slack")
    assert project.integrations.get("slack").active is False
    assert [one.slug for one in project.integrations.list(get_all=True)] == ["pumble"]
    project.integrations.delete("pumble")
    refused(400, lambda: project.integrations.get("nonsense"))
    # The client has no class for those of groups.
    at = f"/groups/{group.id}/integrations"
    made = gl.http_put(f"{at}/redmine", post_data=dict.fromkeys(
        ("issues_url", "project_url", "new_issue_url"), "https://issues.example.test/:id"
    ))
    assert made["active"] and made["properties"]["issues_url"].endswith("/:id")
    assert [one["slug"] for one in gl.http_list(at, get_all=True)] == ["redmine"]
    assert project.integrations.get("redmine").inherited is True
    gl.http_delete(f"{at}/redmine")
    assert gl.http_get(f"{at}/redmine")["active"] is False
    assert gl.http_list(at, get_all=True) == []


@step
def paging():
    project = scene["project"]
    for number in range(25):
        project.labels.create({"name": f"l{number:02}", "color": "#112233"})
    assert len(project.labels.list(per_page=10, get_all=True)) == 26
    first = project.labels.list(per_page=10, page=2, iterator=True)
    assert first.total == 26 and first.current_page == 2


@step
def removal():
    scene["project"].delete()
    scene["group"].delete()
    gl.personal_access_tokens.delete(scene["token"].id)
    scene["user"].delete()


def main():
    failed = 0
    for work in steps:
        try:
            work()
            print(f"ok {work.__name__}", flush=True)
        except Exception:  # noqa: BLE001 - every kind of failure is reported
            failed += 1
            print(f"FAILED {work.__name__}\n{traceback.format_exc()}", flush=True)
    print(f"{len(steps) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
