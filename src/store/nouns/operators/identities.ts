import { isDeepStrictEqual } from 'node:util'
import { one, run, type Rule } from '../../kernel/statement.ts'
import { changeRole, operator, operatorSql } from './accounts.ts'
import { foldedName } from './foldedName.ts'
import type { ProviderEntry, ProviderLogin } from './operatorTypes.ts'
import { identitySql } from './proofSql.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Accounts of people that an OIDC provider vouches for. They are identified by issuer and subject, never by name. */

/** Finds or creates the account of a person that a provider vouches for, with the role and sites that the provider grants. If these
 *  changed, its logins end, and the links it made. Never an account with a password. */
function* enterByProvider(login: ProviderLogin): Rule<ProviderEntry> {
  const { issuer, subject, role, sites } = login
  const known = yield* one(identitySql.identity, issuer, subject)
  if (!known) return yield* makeAccount(login)
  const name = known.operator
  const account = yield* operator(name)
  if (!account || account.revoked_at !== null) return { refused: 'revoked', name }
  if (account.role === role && isDeepStrictEqual(account.sites, sites))
    return { account: { name, role, sites }, change: 'none' }
  if ((yield* changeRole(name, role, sites)) === 'last_admin') return { refused: 'last_admin', name }
  return { account: { name, role, sites }, change: 'access' }
}

/** Creates an account, but never with a name that any account has or had. The identity claims the name first, so that two simultaneous
 *  logins can't both get it. */
function* makeAccount(login: ProviderLogin): Rule<ProviderEntry> {
  const { issuer, subject, name, role, sites, password_hash, at } = login
  if (yield* operator(name)) return { refused: 'name_taken', name }
  if ((yield* run(identitySql.add, issuer, subject, name)) === 0) {
    const isKnown = (yield* one(identitySql.identity, issuer, subject)) !== null
    return isKnown ? yield* enterByProvider(login) : { refused: 'name_taken', name }
  }
  if (
    (yield* run(
      operatorSql.make,
      name,
      role,
      sites && JSON.stringify(sites),
      password_hash,
      at,
      foldedName(name),
    )) === 0
  ) {
    yield* run(identitySql.dropOf, name)
    return { refused: 'name_taken', name }
  }
  return { account: { name, role, sites }, change: 'made' }
}

/** True if the account belongs to an OIDC provider. */
function* isOfProvider(name: string): Rule<boolean> {
  return (yield* one(identitySql.identityOf, name)) !== null
}

export const identityNoun = {
  writes: ofRecords({ enterByProvider }),
  reads: { isOfProvider },
  sql: identitySql,
}
