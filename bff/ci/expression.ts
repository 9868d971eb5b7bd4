import { type Matcher, patternOf } from './pattern.ts';
import { CiFileError } from './value.ts';

/** Variables by name; a `Map` is some. */
export interface Variables {
  get(name: string): string | undefined;
}

/** Several sets of variables as one; earlier ones win. */
export const layered = (...layers: readonly Variables[]): Variables => ({
  get(name) {
    for (const layer of layers) {
      const value = layer.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  },
});

type Term = { readonly variable: string } | { readonly text: string | null } | Pattern;
interface Pattern {
  readonly literal: string;
}
type Operator = '==' | '!=' | '=~' | '!~' | '&&' | '||';
type Token = Term | Operator | '(' | ')';
/** Terms and operators in the order in which a stack machine works them off. */
type Program = readonly (Term | Operator)[];

/** An `if` of rules, ready to be asked. */
export type Condition = (variables: Variables) => boolean;

type Result = string | null | boolean | Pattern;

/** Reads an `if` expression; throws `invalid expression syntax`. */
export function conditionOf(text: string): Condition {
  const program = order(tokensOf(text));
  return (variables) => isPresent(run(program, variables));
}

const refusal = () => new CiFileError('invalid expression syntax');

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const lexeme =
    /\s+|(==|!=|=~|!~|&&|\|\||[()])|\$(\w+)|\$\{(\w+)\}|"([^"]*)"|'([^']*)'|(null)\b|(?=\/)/y;
  while (at < text.length) {
    lexeme.lastIndex = at;
    const found = lexeme.exec(text);
    if (found === null) throw refusal();
    at = lexeme.lastIndex;
    const [whole, operator, bare, braced, double, single, nothing] = found;
    const variable = bare ?? braced;
    const string = double ?? single;
    if (operator !== undefined) tokens.push(operator as Operator | '(' | ')');
    else if (variable !== undefined) tokens.push({ variable });
    else if (string !== undefined) tokens.push({ text: string });
    else if (nothing !== undefined) tokens.push({ text: null });
    else if (whole === '') {
      const end = endOfPattern(text, at);
      tokens.push({ literal: text.slice(at, end) });
      at = end;
    }
  }
  return tokens;
}

/** Past the flags of the pattern that begins at `start`. */
function endOfPattern(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '/') {
      const flags = /[a-zA-Z]*/y;
      flags.lastIndex = at + 1;
      flags.exec(text);
      return flags.lastIndex;
    }
  }
  throw refusal();
}

const strength: Record<Operator, number> = {
  '==': 3,
  '!=': 3,
  '=~': 3,
  '!~': 3,
  '&&': 2,
  '||': 1,
};

/** Shunting-yard: no recursion, so no depth of parentheses overflows anything. */
function order(tokens: readonly Token[]): Program {
  const out: (Term | Operator)[] = [];
  const waiting: (Operator | '(')[] = [];
  let wantsTerm = true;
  for (const token of tokens) {
    if (typeof token === 'object') {
      if (!wantsTerm) throw refusal();
      if ('literal' in token && patternOf(token.literal) === undefined) throw refusal();
      out.push(token);
      wantsTerm = false;
    } else if (token === '(') {
      if (!wantsTerm) throw refusal();
      waiting.push(token);
    } else if (token === ')') {
      if (wantsTerm) throw refusal();
      for (;;) {
        const top = waiting.pop();
        if (top === undefined) throw refusal();
        if (top === '(') break;
        out.push(top);
      }
    } else {
      if (wantsTerm) throw refusal();
      for (let top = waiting.at(-1); top !== undefined && top !== '('; top = waiting.at(-1)) {
        if (strength[top] < strength[token]) break;
        out.push(top);
        waiting.pop();
      }
      waiting.push(token);
      wantsTerm = true;
    }
  }
  if (wantsTerm) throw refusal();
  for (let top = waiting.pop(); top !== undefined; top = waiting.pop()) {
    if (top === '(') throw refusal();
    out.push(top);
  }
  return out;
}

function run(program: Program, variables: Variables): Result {
  const stack: Result[] = [];
  for (const step of program) {
    if (typeof step === 'object') stack.push(resultOf(step, variables));
    else {
      const right = stack.pop() ?? null;
      const left = stack.pop() ?? null;
      stack.push(apply(step, left, right));
    }
  }
  return stack.pop() ?? null;
}

function resultOf(term: Term, variables: Variables): Result {
  if ('variable' in term) return variables.get(term.variable) ?? null;
  return 'literal' in term ? term : term.text;
}

function apply(operator: Operator, left: Result, right: Result): Result {
  switch (operator) {
    case '&&':
      return isPresent(left) ? right : left;
    case '||':
      return isPresent(left) ? left : right;
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '=~':
      return typeof left === 'string' && (matcher(right)?.(left) ?? false);
    case '!~':
      return !(typeof left === 'string' && (matcher(right)?.(left) ?? false));
  }
}

/** A pattern, or a variable that holds the text of one; anything else matches nothing. */
function matcher(side: Result): Matcher | undefined {
  if (typeof side === 'string') return patternOf(side);
  return typeof side === 'object' && side !== null ? patternOf(side.literal) : undefined;
}

/** What counts as true: a text that is not blank, and true itself. */
function isPresent(result: Result): boolean {
  if (typeof result === 'string') return result.trim() !== '';
  return result === true || (typeof result === 'object' && result !== null);
}
