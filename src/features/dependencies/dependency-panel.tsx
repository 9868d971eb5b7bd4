import type { ReactNode } from 'react';
import type { Dependency } from '#contract/dependencies.ts';
import { TextLink } from '../../lib/links.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { dependencyWords } from '../../words/dependencies.ts';
import { licenseName } from './columns.tsx';
import classes from './dependencies.module.css';

const words = dependencyWords.panel;

/** One package whole: its URL, licences, file, and who asks for it. */
export function DependencyPanel({ project, row }: { project: string; row: Dependency }) {
  return (
    <div className={classes.panel}>
      {row.purl !== null && (
        <Part title={words.purl}>
          <CopyLine value={row.purl} label={words.copyPurl} />
        </Part>
      )}
      <Part title={words.licenses}>
        {row.licenses.length === 0 ? (
          <p>{words.noLicense}</p>
        ) : (
          <ul>
            {row.licenses.map((license) => (
              <li key={license.name}>
                {licenseName(license)}
                {license.spdx_identifier !== null && ` (${license.name})`}
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={words.ancestors}>
        <ul>
          {row.direct && <li>{dependencyWords.byProject}</li>}
          {row.ancestors.map(({ name, version }) => (
            <li key={`${name} ${version}`}>
              {name} {version}
            </li>
          ))}
          {!row.direct && row.ancestors.length === 0 && <li>{dependencyWords.nobody}</li>}
        </ul>
      </Part>
      {row.dependency_file_path !== null && (
        <Part title={words.file}>
          <TextLink
            to="/projects/$project/files/$path"
            params={{ project, path: row.dependency_file_path }}
          >
            {row.dependency_file_path}
          </TextLink>
        </Part>
      )}
      <Part title={words.firstSeen}>
        <RelativeTime at={row.first_seen_at} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
