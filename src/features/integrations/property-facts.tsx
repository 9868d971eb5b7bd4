import { kindOf } from '#contract/integrations/kinds.ts';
import { Facts } from '../../ui/page.tsx';
import { integrationWords as words } from '../../words/integrations.ts';

type Value = string | number | boolean | null;

const shownValue = (value: Value): string => {
  if (value === null) return words.unsetValue;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return String(value);
};

/** The readable settings of an integration, by their labels. */
export function PropertyFacts(props: {
  slug: string;
  properties: Readonly<Record<string, Value>>;
}) {
  const fields = kindOf(props.slug)?.fields ?? [];
  const rows = fields.flatMap(({ key, label }) => {
    const value = props.properties[key];
    return value === undefined ? [] : [[label, shownValue(value)] as const];
  });
  return <Facts rows={rows} />;
}
