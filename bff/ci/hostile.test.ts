import { describe, expect, it } from 'vitest';
import { type Asked, fault } from '../testing/ci-plan.ts';

const script = 'script: make';

describe('a hostile CI file', () => {
  const expectQuick = async (text: string, problem: string, asked: Asked = {}) => {
    const before = process.cpuUsage();
    expect(await fault(text, asked)).toContain(problem);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  };

  it('of aliases that multiply ends in its error at once', async () => {
    const levels = Array.from({ length: 12 }, (_, at) => {
      const item = at === 0 ? 'x' : `*l${at - 1}`;
      return `l${at}: &l${at} [${Array.from({ length: 10 }, () => item).join(', ')}]`;
    });
    await expectQuick(`${levels.join('\n')}\na: { ${script} }`, 'The parsed YAML is too big');
  });

  it('of references that multiply ends in its error at once', async () => {
    const levels = Array.from({ length: 9 }, (_, at) => {
      const item = at === 0 ? 'x' : `!reference [.l${at - 1}]`;
      return `.l${at}: [${Array.from({ length: 10 }, () => item).join(', ')}]`;
    });
    await expectQuick(`${levels.join('\n')}\na: { ${script} }`, 'The parsed YAML is too big');
  });

  it('of templates that multiply ends in its error at once', async () => {
    const keys = Array.from({ length: 200 }, (_, at) => `k${at}: ${at}`).join(', ');
    const parents = Array.from({ length: 30 }, (_, at) => `.p${at}`);
    const templates = parents.map((name, at) => `${name}: ${at === 0 ? `&t { ${keys} }` : '*t'}`);
    const jobs = Array.from({ length: 400 }, (_, at) => `j${at}: *j`);
    const first = `j: &j { extends: [${parents.join(', ')}], ${script} }`;
    await expectQuick([...templates, first, ...jobs].join('\n'), 'too big');
  });

  it('that includes itself, or many others, ends in its error at once', async () => {
    const files = { 'a.yml': 'include: b.yml', 'b.yml': 'include: a.yml' };
    await expectQuick('include: a.yml', 'includes itself', { files });
    const many: Record<string, string> = {};
    for (let at = 0; at < 200; at++) many[`m${at}.yml`] = `j${at}: { ${script} }`;
    await expectQuick('include: "*.yml"', 'Maximum of 150 nested includes are allowed!', {
      files: many,
    });
  });

  it('of twenty megabytes, or nested without end, ends in its error at once', async () => {
    await expectQuick(`a: ${'x'.repeat(20 * 1024 * 1024)}`, 'The parsed YAML is too big');
    const deep = Array.from({ length: 120 }, (_, at) => `${' '.repeat(at)}a:`).join('\n');
    await expectQuick(deep, 'The parsed YAML is too deep');
  });
});
