import type { LazyElement } from '../src/flow/elements/lazyElements.ts'
import { Faq } from './Faq.tsx'
import { Landing } from './Landing.tsx'
import { Redirect } from './Redirect.tsx'
import { SellerConsent } from './SellerConsent.tsx'
import { Slider } from './Slider.tsx'
import { Testimonials } from './Testimonials.tsx'

/** Widgets of elements that few sites show. The compiler reports a missing one. */
export const LAZY_WIDGETS = {
  slider: Slider,
  faq: Faq,
  testimonials: Testimonials,
  seller_consent: SellerConsent,
  redirect: Redirect,
  landing: Landing,
} satisfies Record<LazyElement, unknown>
