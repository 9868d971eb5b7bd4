import { SegmentedControl } from '@mantine/core';
import IconSteeringWheel from '@tabler/icons-react/icons/IconSteeringWheel';
import { type ReactNode, useId, useState } from 'react';
import { useObjectUrl } from '../../form/object-url.ts';
import { contrastOf } from '../../lib/contrast.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { schemeColours } from '../../theme.ts';
import { MessageLine } from '../../ui/message-line.tsx';
import { Welcome } from '../../ui/welcome.tsx';
import { appearanceWords } from '../../words/appearance.ts';
import classes from './preview.module.css';

const words = appearanceWords.preview;
type Values = Readonly<Record<string, unknown>>;
type Scheme = 'light' | 'dark';

interface Shown {
  text: (key: string) => string;
  logo: string | undefined;
  headerLogo: string | undefined;
  favicon: string | undefined;
  icon: string | undefined;
  hasMails: boolean;
}

/** The picture that would be shown: the chosen file, else the stored one, unless it is taken away. */
function usePicture(key: string, typed: Values, stored: Values): string | undefined {
  const value = typed[key];
  const url = useObjectUrl(value instanceof Blob ? value : undefined);
  if (value === null) return undefined;
  if (value instanceof Blob) return url;
  const path = stored[key];
  return typeof path === 'string' ? path : undefined;
}

/** What is being typed, as people would see it. */
export function AppearancePreview({ typed, stored }: { typed: Values; stored: Values }) {
  const [scheme, setScheme] = useState<Scheme>('light');
  const other = scheme === 'light' ? 'dark' : 'light';
  useScreenActions([
    { id: 'preview.scheme', label: words.showIn[other], run: () => setScheme(other) },
  ]);
  const shown: Shown = {
    text: (key) => (typeof typed[key] === 'string' ? typed[key] : ''),
    logo: usePicture('logo', typed, stored),
    headerLogo: usePicture('header_logo', typed, stored),
    favicon: usePicture('favicon', typed, stored),
    icon: usePicture('pwa_icon', typed, stored),
    hasMails: typed.email_header_and_footer_enabled === true,
  };
  return (
    <section aria-label={words.title} className={classes.preview}>
      <div className={classes.head}>
        <h2>{words.title}</h2>
        <SegmentedControl
          aria-label={words.scheme}
          value={scheme}
          onChange={(value) => setScheme(value === 'dark' ? 'dark' : 'light')}
          data={[
            { value: 'light', label: words.light },
            { value: 'dark', label: words.dark },
          ]}
        />
      </div>
      <Contrast text={shown.text} />
      <div className={classes.places} style={schemeColours(scheme)}>
        <Place title={words.entrance}>
          <Messages shown={shown}>
            <div className={classes.entrance}>
              <Welcome
                logo={shown.logo}
                title={shown.text('title')}
                description={shown.text('description')}
              />
              <div className={classes.card}>{words.signIn}</div>
            </div>
          </Messages>
        </Place>
        <Place title={words.frame}>
          <Messages shown={shown}>
            <div className={classes.frame}>
              <div className={classes.rail}>
                <Sign source={shown.headerLogo} />
              </div>
              <div className={classes.page} />
            </div>
          </Messages>
        </Place>
        <Place title={words.tab}>
          <div className={classes.tab}>
            <Sign source={shown.favicon} />
            <span>{words.tabTitle}</span>
          </div>
        </Place>
        <Place title={words.card}>
          <InstallCard shown={shown} />
        </Place>
        <Place title={words.mail}>
          <Mail shown={shown} />
        </Place>
      </div>
    </section>
  );
}

function Place({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classes.place}>
      <h3 id={id}>{title}</h3>
      <div className={classes.surface}>{children}</div>
    </div>
  );
}

function Messages({ shown, children }: { shown: Shown; children: ReactNode }) {
  const message = (key: string) => ({
    text: shown.text(key),
    background: shown.text('message_background_color'),
    colour: shown.text('message_font_color'),
  });
  return (
    <>
      <MessageLine message={message('header_message')} place="head" />
      {children}
      <MessageLine message={message('footer_message')} place="foot" />
    </>
  );
}

/** A small picture, or the console's own sign in its place. */
function Sign({ source }: { source: string | undefined }) {
  if (source === undefined) return <IconSteeringWheel aria-hidden size={20} />;
  return <img src={source} alt="" className={classes.sign} />;
}

function InstallCard({ shown: { text, icon } }: { shown: Shown }) {
  const name = text('pwa_name') || text('title') || words.product;
  return (
    <div className={classes.install}>
      <Sign source={icon} />
      <div>
        <strong>{name}</strong>
        <span>{text('pwa_short_name') || name}</span>
        {text('pwa_description') !== '' && <p>{text('pwa_description')}</p>}
      </div>
      <span className={classes.card}>{words.install}</span>
    </div>
  );
}

function Mail({ shown }: { shown: Shown }) {
  const text = (
    <div className={classes.mail}>
      {shown.headerLogo !== undefined && (
        <img src={shown.headerLogo} alt="" className={classes.sign} />
      )}
      <strong>{words.mailSubject}</strong>
      <p>{words.mailText}</p>
    </div>
  );
  if (shown.hasMails) return <Messages shown={shown}>{text}</Messages>;
  return (
    <>
      {text}
      <p className={classes.hint}>{words.mailPlain}</p>
    </>
  );
}

/** Whether the messages can be read, in words. */
function Contrast({ text }: { text: (key: string) => string }) {
  const ratio = contrastOf(text('message_background_color'), text('message_font_color'));
  if (ratio === undefined) return null;
  const { contrast } = appearanceWords;
  const isGood = ratio >= 4.5;
  return (
    <p className={classes.contrast} role="status" data-good={isGood || undefined}>
      <strong>{contrast.title}</strong> {isGood ? contrast.good(ratio) : contrast.bad(ratio)}
    </p>
  );
}
