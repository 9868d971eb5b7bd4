"""Debian's gitlabracadabra and gitlab-rulez, unmodified: what a second run finds is as the first left it.

Takes the address and an administrator's token from QD_URL and QD_TOKEN, and a folder for its files
from QD_FOLDER. Prints what each program did; the last line is the result.
"""

import json
import os
import subprocess
import sys

import gitlab
import jsonschema
from gitlabracadabra.objects.application_settings import GitLabracadabraApplicationSettings

url, token, folder = os.environ["QD_URL"], os.environ["QD_TOKEN"], os.environ["QD_FOLDER"]
gl = gitlab.Gitlab(url, private_token=token)


def written(name, content):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        # JSON is YAML.
        file.write(content if isinstance(content, str) else json.dumps(content))
    return path


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def settings_that_both_know():
    """The settings of now, as far as the program's own schema takes them; some of them changed."""
    known = GitLabracadabraApplicationSettings.SCHEMA["properties"]
    days = {0: "sunday", 1: "monday", 6: "saturday"}
    taken = {}
    for key, value in gl.settings.get().attributes.items():
        if key == "first_day_of_week":
            value = days[value]
        if key not in known or value is None or value == "*****":
            continue
        if not list(jsonschema.Draft4Validator(known[key]).iter_errors(value)):
            taken[key] = value
    changed = {
        "after_sign_up_text": "Welcome aboard",
        "default_projects_limit": 42,
        "domain_allowlist": ["a.test", "*.b.test"],
        "first_day_of_week": "monday",
        "gravatar_enabled": False,
        "max_artifacts_size": 77,
        "restricted_visibility_levels": ["public"],
        "session_expire_delay": 600,
        "signin_enabled": True,
        "throttle_authenticated_web_requests_per_period": 900,
    }
    taken.update({key: value for key, value in changed.items() if key in known})
    # It wants the partners of a switch beside it, also of one that is off.
    for switch, partners in GitLabracadabraApplicationSettings.SCHEMA["dependencies"].items():
        if not all(partner in taken for partner in partners):
            taken.pop(switch, None)
    return taken


def gitlabracadabra():
    config = written(
        "python-gitlab.cfg",
        f"[global]\ndefault = local\n[local]\nurl = {url}\nprivate_token = {token}\n",
    )
    group = gl.groups.create({"name": "Harbour", "path": "harbour"})
    gl.projects.create(
        {"name": "quay", "namespace_id": group.id, "initialize_with_readme": True, "visibility": "private"}
    )
    settings = settings_that_both_know()
    assert len(settings) > 90, f"only {len(settings)} settings are known to both"
    actions = {
        "application_settings": {"type": "application-settings", **settings},
        "harbour": {
            "type": "group",
            "description": "Ships",
            "visibility": "private",
            "labels": [{"name": "tide", "color": "#1a7a43", "description": "High and low"}],
        },
        "harbour/quay": {
            "type": "project",
            "description": "Where ships lie",
            "visibility": "private",
            "merge_method": "ff",
            "only_allow_merge_if_pipeline_succeeds": True,
            "protected_branches": {
                "main": {"merge_access_level": "maintainer", "push_access_level": "noone"}
            },
        },
    }
    path = written("gitlabracadabra.yml", actions)
    command = ["/usr/bin/gitlabracadabra", "--verbose", "--config-file", config, path]
    code, first = run(*command)
    print(first)
    assert code == 0 and "Changing param default_projects_limit: 100000 -> 42" in first, code
    assert "Unable" not in first and "NOT " not in first, "the first run was refused something"
    code, second = run(*command)
    print(second)
    assert code == 0 and second.strip() == "", "the second run found something to do"
    print(f"{len(settings)} settings")


def gitlab_rulez():
    rules = {
        "rules": [
            {
                "matches": ["harbour/*"],
                "settings": {"description": "By rule", "merge_method": "merge"},
                "ensure_branches": [{"name": "longer", "base": "main"}],
                "protected_branches": [
                    {
                        "name": "longer",
                        "merge_access_level": "DEVELOPER_ACCESS",
                        "push_access_level": "NO_ACCESS",
                    }
                ],
                "default_branch": "main",
            }
        ]
    }
    path = written("rules.yml", rules)
    with_server = ["/usr/bin/gitlab-rulez", "--gitlab-server-url", url, "--gitlab-api-token", token]
    code, first = run(*with_server, "apply", path)
    print(first)
    assert code == 0 and "settings: set description to By rule" in first, code
    code, second = run(*with_server, "diff", path)
    print(second)
    assert code == 0 and "computed 0 actions" in second, "the second run found something to do"


failed = 0
programs = [gitlabracadabra, gitlab_rulez]
for program in programs:
    try:
        program()
    except Exception as error:
        failed += 1
        print(f"{program.__name__}: {error!r}", file=sys.stdout)
print(f"{len(programs) - failed} passed, {failed} failed")
