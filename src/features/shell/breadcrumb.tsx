import { useQuery } from '@tanstack/react-query';
import { type LinkProps, useMatches } from '@tanstack/react-router';
import { users } from '#contract/users.ts';
import { queryOf } from '../../api/client.ts';
import { TextLink } from '../../lib/links.tsx';
import { common } from '../../words/common.ts';
import classes from './shell.module.css';
import hidden from '../../ui/spoken.module.css';

/** Where the screen is. The same words are the page's title. */
export function Breadcrumb() {
  const steps = useMatches({
    select: (matches) => matches.flatMap((match) => match.staticData.crumbs?.(match.params) ?? []),
    structuralSharing: false,
  });
  const id = steps.find(({ userId }) => userId !== undefined)?.userId;
  const user = useQuery({ ...queryOf(users.show, { id: id ?? 0 }), enabled: id !== undefined });
  const crumbs = steps.map(({ label, link, userId }) => ({
    label: (userId !== undefined && user.data?.name) || label,
    link,
  }));
  const title = [...crumbs.map(({ label }) => label).reverse(), common.product].join(' · ');
  return (
    <nav aria-label={common.navigation.breadcrumb}>
      <title>{title}</title>
      <ol className={classes.crumbs}>
        {crumbs.map(({ label, link }, index) => (
          <li
            key={crumbs
              .slice(0, index + 1)
              .map((crumb) => crumb.label)
              .join('/')}
          >
            {link === undefined || index === crumbs.length - 1 ? (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{label}</span>
            ) : (
              // Safe: routes write their crumbs; a type of the router's here would depend on itself.
              <TextLink {...(link as LinkProps)} activeOptions={{ exact: true }}>
                {label}
              </TextLink>
            )}
          </li>
        ))}
      </ol>
      <span className={hidden.spoken} aria-live="polite">
        {title}
      </span>
    </nav>
  );
}
