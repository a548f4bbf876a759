/** Permissions of each role, and which role they need. */

const MAY_NOTHING = {
  seesDesk: false,
  seesPersons: false,
  writesSites: false,
  managesBuyers: false,
  managesPeople: false,
}
export type Permission = keyof typeof MAY_NOTHING

/** Permissions of each role, with a description: the API's guards, its documentation, and the command line's help derive from it.
 *  `seesDesk`: each lead, delivery, buyer, return, webhook, and privacy request. `managesBuyers`: changes them. `seesPersons`: personal
 *  data, which is masked for all others. */
export const ROLES = {
  viewer: {
    sees: 'sees all figures at /stats and the visitors behind them, with personal data masked',
    ...MAY_NOTHING,
  },
  analyst: {
    sees: 'sees what viewers see, plus leads, deliveries, buyers, affiliates, returns, webhooks, and privacy requests, with personal data masked',
    ...MAY_NOTHING,
    seesDesk: true,
  },
  author: {
    sees: 'sees what viewers see, and edits and publishes sites at /studio',
    ...MAY_NOTHING,
    writesSites: true,
  },
  manager: {
    sees: 'sees what analysts see, including personal data, and manages leads, deliveries, buyers, affiliates, returns, webhooks, and privacy requests',
    ...MAY_NOTHING,
    seesDesk: true,
    seesPersons: true,
    managesBuyers: true,
  },
  admin: {
    sees: 'does everything the other roles do, and manages accounts',
    seesDesk: true,
    seesPersons: true,
    writesSites: true,
    managesBuyers: true,
    managesPeople: true,
  },
} as const satisfies Record<string, { sees: string } & Record<Permission, boolean>>

/** Callers that need more than a login, each with the permission that their role must have. */
export const CALLER_NEEDS = {
  analyst: 'seesDesk',
  author: 'writesSites',
  manager: 'managesBuyers',
  admin: 'managesPeople',
} as const satisfies Partial<Record<RoleName, Permission>>

export type RoleName = keyof typeof ROLES

/** Default role of a new account. */
export const USUAL_ROLE: RoleName = 'viewer'
