/** Where a service reports to. */
export interface Target {
  readonly origin: string;
  readonly project: number;
  readonly control: number;
}

export const languages = ['curl', 'node', 'python'] as const;
export type Language = (typeof languages)[number];

/** The path that is called and signed. */
const statusPath = ({ project, control }: Target): string =>
  `/api/v4/projects/${project}/compliance_external_controls/${control}/status`;

/** The text that is signed, with names where each call has values of its own. */
export const signedShape = (target: Target): string =>
  `{timestamp}{nonce}${statusPath(target)}status={pass or fail}`;

const curl = (target: Target) => `# export CONTROL_SECRET=…
status=pass
timestamp=$(date +%s)
nonce=$(openssl rand -hex 16)
path=${statusPath(target)}
signature=$(printf '%s' "$timestamp$nonce\${path}status=$status" |
  openssl dgst -sha256 -hmac "$CONTROL_SECRET" -r | cut -d ' ' -f 1)
curl --silent --show-error --request POST \\
  --header "X-Service-Timestamp: $timestamp" \\
  --header "X-Service-Nonce: $nonce" \\
  --header "X-Service-Hmac-Sha256: $signature" \\
  --data "status=$status" \\
  "${target.origin}$path"`;

const node = (target: Target) => `import { createHmac, randomBytes } from 'node:crypto';

const status = 'pass';
const timestamp = String(Math.floor(Date.now() / 1000));
const nonce = randomBytes(16).toString('hex');
const path = '${statusPath(target)}';
const signature = createHmac('sha256', process.env.CONTROL_SECRET)
  .update(\`\${timestamp}\${nonce}\${path}status=\${status}\`)
  .digest('hex');
const answer = await fetch(\`${target.origin}\${path}\`, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Service-Timestamp': timestamp,
    'X-Service-Nonce': nonce,
    'X-Service-Hmac-Sha256': signature,
  },
  body: JSON.stringify({ status }),
});
console.log(await answer.text());`;

const python = (target: Target) => `import hashlib, hmac, json, os, secrets, time, urllib.request

status = "pass"
timestamp = str(int(time.time()))
nonce = secrets.token_hex(16)
path = "${statusPath(target)}"
text = f"{timestamp}{nonce}{path}status={status}"
signature = hmac.new(
    os.environ["CONTROL_SECRET"].encode(), text.encode(), hashlib.sha256
).hexdigest()
request = urllib.request.Request(
    "${target.origin}" + path,
    data=json.dumps({"status": status}).encode(),
    headers={
        "Content-Type": "application/json",
        "X-Service-Timestamp": timestamp,
        "X-Service-Nonce": nonce,
        "X-Service-Hmac-Sha256": signature,
    },
    method="POST",
)
print(urllib.request.urlopen(request).read().decode())`;

/** Programs that report a pass, by language. */
export const samples: Readonly<Record<Language, (target: Target) => string>> = {
  curl,
  node,
  python,
};
