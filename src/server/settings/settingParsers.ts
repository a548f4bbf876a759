import { isIP } from 'node:net'
import { hasLogin, isLoopback } from '../kernel/addresses.ts'
import { cents, isDollars } from '../kernel/cents.ts'
import type { OperatorRole } from '../../../schemas/people/operator.ts'
import { ROLES } from '../../../schemas/people/roles.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import { WRONG_SETTINGS } from './wrongSettings.ts'

/** Parsers for the texts of settings. Each throws a sentence that says what would be right. */

export function text(value: string): string {
  return value
}

export function optional<T>(read: (text: string) => T): (text: string) => T | null {
  return (value) => (value === '' ? null : read(value))
}

export function portNumber(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new Error(WRONG_SETTINGS.port(value))
  return Number(value)
}

export function days(value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new Error(WRONG_SETTINGS.days(value))
  return Number(value)
}

export function hours(value: string): number {
  if (!/^[1-9]\d{0,2}$/.test(value)) throw new Error(WRONG_SETTINGS.hours(value))
  return Number(value)
}

export function idleMinutes(value: string): number {
  const isWithin = /^\d{1,3}$/.test(value) && Number(value) >= 5 && Number(value) <= 720
  if (!isWithin) throw new Error(WRONG_SETTINGS.idleMinutes(value))
  return Number(value)
}

export function graceDays(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) > 365) throw new Error(WRONG_SETTINGS.graceDays(value))
  return Number(value)
}

const FACTOR_RULES = ['personal-data', 'true', 'false'] as const

export function factorRule(value: string): (typeof FACTOR_RULES)[number] {
  const rule = FACTOR_RULES.find((known) => known === value)
  if (!rule) throw new Error(WRONG_SETTINGS.oneOf(value, FACTOR_RULES.join(', ')))
  return rule
}

/** Paths of sites; `*` means all. */
export function sitesNamed(value: string): string[] {
  const named = value === '' ? [] : value.split(',')
  const wrong = named.find((path) => path !== '*' && !/^[a-z0-9][a-z0-9-]{0,99}$/.test(path))
  if (wrong !== undefined) throw new Error(WRONG_SETTINGS.sitesNamed(wrong))
  return named
}

/** Host names without ports, in lowercase. */
export function hostNames(value: string): string[] {
  const names = value.split(',').flatMap((name) => name.trim().toLowerCase() || [])
  const wrong = names.find((name) => URL.parse(`http://${name}`)?.hostname !== name)
  if (wrong !== undefined) throw new Error(WRONG_SETTINGS.hostName(wrong))
  return names
}

export function accept(value: string): 'accept' {
  if (value !== 'accept') throw new Error(WRONG_SETTINGS.oneOf(value, 'accept'))
  return value
}

export function auctionMs(value: string): number {
  const isWithin = /^\d{3,5}$/.test(value) && Number(value) >= 100 && Number(value) <= 20_000
  if (!isWithin) throw new Error(WRONG_SETTINGS.auctionMs(value))
  return Number(value)
}

/** Positive dollar amount as integer cents. */
export function dollarAmount(value: string): number {
  if (!isDollars(value) || cents(value) === 0) throw new Error(WRONG_SETTINGS.dollarAmount(value))
  return cents(value)
}

export function factor(value: string): number {
  if (!/^\d+(\.\d+)?$/.test(value)) throw new Error(WRONG_SETTINGS.factor(value))
  return Number(value)
}

export function trueOrFalse(value: string): boolean {
  if (value !== 'true' && value !== 'false') throw new Error(WRONG_SETTINGS.trueOrFalse(value))
  return value === 'true'
}

/** True if the setting allows something that is refused by default. */
export function allowed(value: string): boolean {
  if (value !== '' && value !== 'allow') throw new Error(WRONG_SETTINGS.allowed(value))
  return value === 'allow'
}

export function origin(value: string): string {
  if (hasLogin(value)) throw new Error(WRONG_SETTINGS.login)
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new Error(WRONG_SETTINGS.origin(value))
  return url.origin
}

/** Issuer of an OIDC provider: HTTPS, or on this machine. Source: OpenID Connect Discovery 1.0, section 3. */
export function issuer(value: string): string {
  const url = new URL(httpsAddress(value))
  if (url.search || url.hash || url.username || url.password) throw new Error(WRONG_SETTINGS.issuer)
  return value
}

export function dnsServer(value: string): string {
  const [address, port = '53', ...more] = isIP(value) === 6 ? [value] : value.split(':')
  const isServer = isIP(address ?? '') > 0 && /^\d{1,5}$/.test(port) && more.length === 0
  if (value !== 'system' && !isServer) throw new Error(WRONG_SETTINGS.dnsServer(value))
  return value
}

export function httpsAddress(value: string): string {
  if (hasLogin(value)) throw new Error(WRONG_SETTINGS.login)
  const url = URL.parse(value)
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(value))))
    throw new Error(WRONG_SETTINGS.httpsAddress(value))
  return url.href
}

/** The error doesn't repeat the value, because it contains a password. */
export function smtpAddress(value: string): string {
  const url = URL.parse(value)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    throw new Error(WRONG_SETTINGS.mailServer)
  return value
}

export function mailbox(value: string): string {
  if (!/^([^<>"\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value))
    throw new Error(WRONG_SETTINGS.sender(value))
  return value
}

/** Email addresses, separated by commas. */
export function addresses(value: string): string[] {
  const all = value.split(',').flatMap((address) => address.trim() || [])
  const wrong = all.find((address) => !/^[^\s<>@]+@[^\s<>@]+$/.test(address))
  if (wrong !== undefined) throw new Error(WRONG_SETTINGS.address(wrong))
  return all
}

/** The error doesn't repeat the value. */
export function mailKey(value: string): string {
  if (value.length < MAIL_KEY_LENGTH) throw new Error(WRONG_SETTINGS.password(MAIL_KEY_LENGTH))
  return value
}

const MAIL_KEY_LENGTH = 16

export function pairs(separator: string, form: string): (text: string) => ReadonlyMap<string, string> {
  return (value) =>
    new Map(
      value
        .split(',')
        .filter((pair) => pair.trim() !== '')
        .map((pair, index): [string, string] => {
          const at = pair.indexOf(separator)
          const [left, right] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
          if (at < 1 || left === '' || right === '') throw new Error(WRONG_SETTINGS.pair(index + 1, form))
          return [left, right]
        }),
    )
}

export function secrets(value: string): ReadonlyMap<string, string> {
  const byPartner = pairs(':', 'partner:secret')(value)
  for (const [partner, secret] of byPartner)
    if (secret.length < SECRET_LENGTH) throw new Error(WRONG_SETTINGS.secret(partner, SECRET_LENGTH))
  return byPartner
}

/** NIST SP 800-63B asks for 8 if nothing else guards a login; this login guards money. */
const SECRET_LENGTH = 10

/** The error doesn't repeat the value. */
export function sealingKeys(value: string): string[] {
  const keys = value.split(',').flatMap((key) => key.trim() || [])
  if (keys.some((key) => key.length < SEALING_LENGTH))
    throw new Error(WRONG_SETTINGS.password(SEALING_LENGTH))
  return keys
}

/** Number of hexadecimal digits in 128 bits. */
const SEALING_LENGTH = 32

/** A role that a claim's value grants, for some sites or for all. */
export interface ClaimRole {
  value: string
  role: OperatorRole
  sites: Sites
}

export function claimRoles(value: string): ClaimRole[] {
  if (value === '') return NAMES_OF_ROLES.map((role) => ({ value: role, role, sites: null }))
  return Array.from(pairs('=', 'value=role')(value), ([claimed, given]) => {
    const [name = '', paths] = given.split(':')
    const role = NAMES_OF_ROLES.find((known) => known === name)
    if (!role) throw new Error(WRONG_SETTINGS.oneOf(name, NAMES_OF_ROLES.join(', ')))
    const sites = paths === undefined ? null : sitesNamed(paths.replaceAll('+', ','))
    if (sites && (sites.length === 0 || sites.includes('*') || ROLES[role].managesPeople))
      throw new Error(WRONG_SETTINGS.claimSites(given))
    return { value: claimed, role, sites }
  })
}

/** Most powerful first; the first claimed role is granted. */
const NAMES_OF_ROLES: readonly OperatorRole[] = ['admin', 'manager', 'author', 'analyst', 'viewer']

export function usPhone(value: string): string {
  if (!/^\+1[2-9]\d{2}[2-9]\d{6}$/.test(value)) throw new Error(WRONG_SETTINGS.usPhone(value))
  return value
}

export function proxies(value: string): string[] {
  const known = value.split(',').flatMap((entry) => entry.trim() || [])
  const wrong = known.find((entry) => !NETWORKS.has(entry) && !isNetwork(entry))
  if (wrong !== undefined) throw new Error(WRONG_SETTINGS.proxy(wrong, [...NETWORKS].join(', ')))
  return known
}

/** Names for the private networks. Source: proxy-addr, which Fastify uses. */
const NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(entry: string): boolean {
  const [address = '', bits = '0', ...rest] = entry.split('/')
  const version = isIP(address)
  return (
    version > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
  )
}

const LOG_LEVELS = ['debug', 'warn', 'error', 'silent'] as const

export function logLevel(value: string): (typeof LOG_LEVELS)[number] {
  const level = LOG_LEVELS.find((known) => known === value)
  if (!level) throw new Error(WRONG_SETTINGS.oneOf(value, LOG_LEVELS.join(', ')))
  return level
}
