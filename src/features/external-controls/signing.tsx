import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CopyLine } from '../../ui/copy.tsx';
import { controlWords } from '../../words/external-controls.ts';
import classes from './external-controls.module.css';
import { type Language, languages, samples, signedShape } from './samples.ts';

const words = controlWords.samples;
const choices = languages.map((value) => ({ value, label: words.languages[value] }));

/** How a service signs its verdict, in the language that it is written in. */
export function Signing({ project, control }: { project: number; control: number }) {
  const [language, setLanguage] = useState<Language>('curl');
  const target = { origin: window.location.origin, project, control };
  return (
    <section className={classes.part}>
      <h3>{words.title}</h3>
      <p className={classes.quiet}>{words.help}</p>
      <p className={classes.quiet}>{words.text}</p>
      <CopyLine value={signedShape(target)} />
      <SegmentedControl
        size="xs"
        aria-label={words.language}
        data={choices}
        value={language}
        onChange={setLanguage}
      />
      <CopyLine value={samples[language](target)} label={words.copy} />
    </section>
  );
}
