import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/** True for a unique index's refusal in either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY' ||
    code === '23505'
  );
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Rows whose column (stored in lower case) contains the text in any case. */
export function containsLower(column: Expression<string>, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} like ${`%${escapeLike(text.toLowerCase())}%`} escape '\\'`;
}

/** 0/1 of a boolean. */
export const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

const separators = ['.', ',', ':', ';', '!', '?', '(', ')', '[', ']', '"', "'", '/', '-', '\n'];

/** Rows whose column (stored in lower case) contains the word between blanks and signs. */
export function containsWord(column: Expression<string>, word: string): RawBuilder<SqlBool> {
  const spaced = separators.reduce(
    (text, sign) => sql<string>`replace(${text}, ${sign}, ' ')`,
    sql<string>`${column}`,
  );
  return containsLower(sql<string>`' ' || ${spaced} || ' '`, ` ${word} `);
}
/** Rows whose column of JSON text has this key. */
export function containsKey(column: Expression<string | null>, key: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} like ${`%"${escapeLike(key)}":%`} escape '\\'`;
}

