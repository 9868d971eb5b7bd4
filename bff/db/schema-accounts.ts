/** An address that a user has signed in from. */
export interface UserAddresses {
  user_id: number;
  ip: string;
  seen_at: string;
}

export interface AccountTables {
  user_addresses: UserAddresses;
}
