/** Types of SSH keys in the order in which sentences name them. */
export const sshKeyTypes = ['rsa', 'dsa', 'ecdsa', 'ed25519', 'ecdsa_sk', 'ed25519_sk'] as const;

export type SshKeyType = (typeof sshKeyTypes)[number];

/** What a key is for. */
export const usageTypes = ['auth_and_signing', 'auth', 'signing'] as const;
export type UsageType = (typeof usageTypes)[number];
