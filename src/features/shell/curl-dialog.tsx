import { fullPath } from '#contract/endpoint.ts';
import { curlOf } from '../../api/curl.ts';
import { type ApiRequest, useScreenRequests } from '../../api/screen-requests.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { shellWords } from '../../words/shell.ts';
import classes from './overlays.module.css';

const words = shellWords.curl;
const secret = /password|token|secret/;

/** Empty fields are not sent, and what was typed as a secret does not go to the clipboard. */
function withoutSecrets({ endpoint, input }: ApiRequest): ApiRequest {
  const sent = Object.entries(input).flatMap(([name, value]) => {
    if (value === '' || value === null || value === undefined) return [];
    const isSecret = secret.test(name) && typeof value === 'string';
    return [[name, isSecret ? words.secret : value] as const];
  });
  return { endpoint, input: Object.fromEntries(sent) };
}

/** The calls of the screen underneath, each ready for a terminal. */
export function CurlDialog({ onClose }: { onClose: () => void }) {
  const requests = useScreenRequests()().map(withoutSecrets);
  return (
    <Dialog testId="curl" onClose={onClose} size="xl" title={words.title}>
      {requests.length === 0 ? (
        <p className={classes.note}>{words.none}</p>
      ) : (
        <>
          <p className={classes.note}>
            {words.about} <code>{words.token}</code>
          </p>
          <ul className={classes.calls}>
            {requests.map(({ endpoint, input }) => {
              const call = `${endpoint.method} ${fullPath(endpoint)}`;
              const text = curlOf(endpoint, input, window.location.origin);
              return (
                <li key={text}>
                  <h3>{call}</h3>
                  <CopyLine value={text} label={words.copy(call)} />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Dialog>
  );
}
