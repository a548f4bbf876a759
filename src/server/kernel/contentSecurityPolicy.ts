import { createHash } from 'node:crypto'
import type { Flow } from '../../../schemas/flow/flow.ts'

/** Content-Security-Policies of everything that the server sends, one for each kind of page. Source: W3C, Content Security Policy. */

type Site = Pick<Flow, 'ui_config'>

/** Parts of a visitor's page that its policy depends on. */
export interface PagePolicy {
  /** Contents of its style elements. */
  styles: readonly string[]
  /** Origins of the third-party scripts that it may load. */
  origins: readonly string[]
  /** Site that it belongs to, if any. */
  site: Site | null
}

/** Policy of visitors' pages whose inline script is `early`. Tracking scripts also call home or load a one-pixel image, and a site's
 *  stylesheet holds pictures. */
export function visitorPolicy(early: string): (page: PagePolicy) => string {
  const own = ["script-src 'self' " + hashSource(early), "connect-src 'self'", "img-src 'self' data:"]
  return ({ styles, origins, site }) =>
    [
      ...own.map((directive) => [directive, ...origins].join(' ')),
      "default-src 'none'",
      "form-action 'self'",
      "base-uri 'none'",
      frameAncestors(site),
      ["style-src 'self'", ...styles.map(hashSource)].join(' '),
      ...fontSources(site),
    ].join('; ')
}

/** Policy of a page without scripts, such as a legal document, whose one style element holds `style`. */
export function documentPolicy(style: string, site: Site | null): string {
  return [
    "default-src 'none'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    frameAncestors(site),
    `style-src ${hashSource(style)}`,
    ...fontSources(site),
  ].join('; ')
}

/** Policy of a published file. An SVG opened directly is a page on our host; it may be drawn, but do nothing. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Policy of a page with nothing but a sentence for operators. */
export const NOTICE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Directives of an operator's page. Mantine writes style elements at run time; they carry the nonce. */
export function operatorPolicy(page: keyof typeof OPERATOR_PAGES, nonce: string): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...OPERATOR_PAGES[page],
  }
}

const OPERATOR_PAGES = {
  // A large workbook is compressed by a worker whose script the page writes itself.
  stats: { 'worker-src': ['blob:'] },
  desk: {},
  // A draft's page is shown in a frame.
  studio: { 'frame-src': ["'self'"] },
}

/** Policy of the page of `leadloom dev`, which shows a site in a frame. */
export function previewPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Hash by which a policy allows an inline script or style. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Directive that lists the pages that may frame a site: its own, and those on hosts that its flow names. A host allows all of its
 *  ports, and only HTTPS if this page was loaded over HTTPS. */
function frameAncestors(site: Site | null): string {
  const hosts = (site?.ui_config.embed_hosts ?? []).map((host) => `${host}:*`)
  return `frame-ancestors ${hosts.length > 0 ? `'self' ${hosts.join(' ')}` : "'none'"}`
}

function fontSources(site: Site | null): string[] {
  return site?.ui_config.site.theme?.fonts?.length ? ["font-src 'self'"] : []
}
