import { ianaZones } from '#contract/iana-zones.ts';
import { acrossChanges, overTenYears } from '../../bff/testing/cron-agreement.ts';
import { chanceOf } from './chance.ts';
import { crashRounds } from './crash.ts';
import { floodDeadReceiver } from './deliveries.ts';
import { fuzz } from './fuzz.ts';
import { loadFor } from './load.ts';
import { record } from './results.ts';
import { fireFromTwo, killWhileDue } from './schedules.ts';
import { scratchDatabase } from './scratch-database.ts';

interface Outcome {
  passed: boolean;
  text: string;
}

const farZones = [
  'Africa/Casablanca',
  'America/New_York',
  'America/St_Johns',
  'Antarctica/Troll',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Chatham',
  'UTC',
];

const say = (line: string) => console.log(line);

const proofs: Readonly<Record<string, (seed: number) => Promise<Outcome>>> = {
  async crash(seed) {
    const sqlite = await crashRounds({ rounds: 20, seed, say });
    const database = await scratchDatabase();
    if (database === undefined) throw new Error('No PostgreSQL on this machine');
    try {
      const postgres = await crashRounds({ rounds: 5, seed, say, databaseUrl: database.url });
      const problems = [...sqlite.problems, ...postgres.problems];
      for (const problem of problems) say(problem);
      return {
        passed: problems.length === 0,
        text: `20 rounds on SQLite with ${sqlite.acknowledged} acknowledged writes, 5 on PostgreSQL with ${postgres.acknowledged}: ${problems.length} problems`,
      };
    } finally {
      await database.remove();
    }
  },
  async schedules(seed) {
    const { next } = chanceOf(seed);
    const began = performance.now();
    const near = acrossChanges(ianaZones, next);
    // All ten years of every expression take four minutes (2.7 million runs); these fit in one.
    const far = overTenYears(farZones, { count: 200, most: 700, dice: next });
    const took = Math.round((performance.now() - began) / 1000);
    if (took > 60) near.problems.push(`the oracle took ${took} s`);
    const killed = await killWhileDue({ rounds: 6, seed });
    const database = await scratchDatabase();
    if (database === undefined) throw new Error('No PostgreSQL on this machine');
    try {
      const two = await fireFromTwo(database.url);
      const problems = [near, far, killed, two].flatMap((part) => part.problems);
      for (const problem of problems) say(problem);
      return {
        passed: problems.length === 0,
        text: `${near.compared + far.compared} runs as the oracle has them; ${killed.fired} fired once through 6 kills; ${two.fired} fired once by two servers on PostgreSQL: ${problems.length} problems`,
      };
    } finally {
      await database.remove();
    }
  },
  async deliveries() {
    const { told, calm, flooded, problems } = await floodDeadReceiver(1000);
    for (const problem of problems) say(problem);
    return {
      passed: problems.length === 0,
      text: `1000 events to a receiver that never answers: ${told} written down through a kill; 90 % of the reads beside the writes in ${calm} ms without it, ${flooded} ms with it`,
    };
  },
  async load() {
    const { sent, p99, peak, problems } = await loadFor(120);
    for (const problem of problems) say(problem);
    return {
      passed: problems.length === 0,
      text: `${sent} requests over 64 connections in two minutes, p99 ${p99} ms, ${peak} MB at most: ${problems.length} problems`,
    };
  },
  async fuzz(seed) {
    const { sent, statuses, problems } = await fuzz({ requests: 30_000, seed });
    for (const problem of problems) say(problem);
    const counts = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`);
    return {
      passed: problems.length === 0,
      text: `${sent} requests: ${problems.length} problems; ${counts.join(', ')}`,
    };
  },
};

const words = process.argv.slice(2);
const given = words.find((word) => /^\d+$/.test(word));
const names = words.filter((word) => word !== given);
const unknown = names.filter((name) => !(name in proofs));
if (unknown.length > 0) {
  console.error(
    `No such proof: ${unknown.join(', ')}; there are ${Object.keys(proofs).join(', ')}`,
  );
  process.exit(2);
}
for (const [name, prove] of Object.entries(proofs)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  say(`── ${name}, seed ${seed}`);
  const started = performance.now();
  const outcome = await prove(seed).catch((error: unknown): Outcome => {
    say(String(error));
    return { passed: false, text: String(error).split('\n')[0] ?? 'it broke off' };
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  record({ name, seed, seconds, ...outcome });
  say(outcome.text);
  if (!outcome.passed) process.exitCode = 1;
}
