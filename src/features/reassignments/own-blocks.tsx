import { useSuspenseQuery } from '@tanstack/react-query';
import { TextLink } from '../../lib/links.tsx';
import { Card, Count, Section } from '../../ui/page.tsx';
import { homeWords } from '../../words/home.ts';
import { openImports, waiting } from './own-queries.ts';
import classes from './reassignments.module.css';

/** What one is asked to take over, and what is left to do in one's imports; nothing where nothing is. */
export function OwnReassignments() {
  const { data: asked } = useSuspenseQuery(waiting);
  const { data: open } = useSuspenseQuery(openImports);
  return (
    <>
      {asked.length > 0 && (
        <Section
          title={
            <>
              {homeWords.asked} <Count>{asked.length}</Count>
            </>
          }
        >
          <Card>
            <ul className={classes.block}>
              {asked.map((one) => (
                <li key={one.token}>
                  <TextLink to="/reassignments/$token" params={{ token: one.token }}>
                    {homeWords.askedOf(one.source_name || one.source_username, one.source_hostname)}
                  </TextLink>
                  <span>{one.group.full_path}</span>
                </li>
              ))}
            </ul>
          </Card>
        </Section>
      )}
      {open.length > 0 && (
        <Section
          title={
            <>
              {homeWords.imports} <Count>{open.length}</Count>
            </>
          }
        >
          <Card>
            <ul className={classes.block}>
              {open.map(({ group, unassigned, failed }) => (
                <li key={group.id}>
                  <TextLink to="/groups/$group/reassignments" params={{ group: group.full_path }}>
                    {group.full_name}
                  </TextLink>
                  <span>
                    {[
                      ...(unassigned > 0 ? [homeWords.unassigned(unassigned)] : []),
                      ...(failed > 0 ? [homeWords.failed(failed)] : []),
                    ].join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        </Section>
      )}
    </>
  );
}
