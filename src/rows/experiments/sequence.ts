/** Statistics of an experiment that may be looked at as often as anyone likes. Pure functions of sums and counts. */

/** Number of visitors, the sum of what they earned, and the sum of its squares. */
export interface Sums {
  visitors: number
  sum: number
  squares: number
}

/** Difference of two means, second minus first, with its standard error. The variance of each arm is that of all its visitors, including
 *  those who earned nothing. */
export function differenceOf(first: Sums, second: Sums): { estimate: number; error: number } {
  return {
    estimate: second.sum / second.visitors - first.sum / first.visitors,
    error: Math.sqrt(varianceOfMean(first) + varianceOfMean(second)),
  }
}

function varianceOfMean({ visitors, sum, squares }: Sums): number {
  const spread = Math.max(0, squares - sum ** 2 / visitors)
  return spread / (visitors - 1) / visitors
}

/** Half the width of an asymptotic confidence sequence: with probability 1 - `alpha`, the true value is within it at every look at once.
 *  `error`: standard error of the estimate. `visitors`: visitors of both arms. `tightestAt`: number of visitors at which it is tightest,
 *  which must be fixed before the first look.
 *
 *  Source: Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences",
 *  arXiv 2103.06476, Theorem 2.2: sd·sqrt(2(tρ² + 1) / (t²ρ²) · log(sqrt(tρ² + 1) / α)). With r = 1/ρ² and error = sd/sqrt(t), that is
 *  error·sqrt((t + r)/t · log((t + r)/(r·α²))). ρ is their equation for the time that is to be tightest:
 *  ρ² = (-2·log α + log(1 - 2·log α)) / t. */
export function sequenceWidth(
  error: number,
  { visitors, tightestAt, alpha }: { visitors: number; tightestAt: number; alpha: number },
): number {
  const r = tightestAt / (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha)))
  return error * Math.sqrt(((visitors + r) / visitors) * Math.log((visitors + r) / (r * alpha ** 2)))
}

/** Half the width of an interval at the one look that was planned before the start. */
export function plannedWidth(error: number, alpha: number): number {
  return error * normalQuantile(1 - alpha / 2)
}

/** Logarithm of the evidence that visitors weren't split by `shares`, which add up to 1: a Bayes factor of the Dirichlet-multinomial
 *  distribution around the shares against the multinomial one with them. If the split is right, it ever exceeds log(1/p) with probability
 *  p at most, however often it is looked at.
 *
 *  Source: Lindon, Malek, "Anytime-valid inference for multinomial count data", arXiv 2011.03567, equation 4. */
export function splitEvidence(counts: readonly number[], shares: readonly number[]): number {
  const visitors = counts.reduce((sum, count) => sum + count, 0)
  return counts.reduce(
    (evidence, count, arm) => {
      const prior = CONCENTRATION * shares[arm]!
      return evidence + logGamma(prior + count) - logGamma(prior) - count * Math.log(shares[arm]!)
    },
    logGamma(CONCENTRATION) - logGamma(CONCENTRATION + visitors),
  )
}

/** Weight of the prior in visitors. A split that misses by 12 percent is noticed within some hundred visitors. */
const CONCENTRATION = 100

/** Value that a standard normal variable stays below with probability `p`.
 *  Source: Wichura, "Algorithm AS 241", its shorter version PPND7; accurate to 7 digits. */
export function normalQuantile(p: number): number {
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q
    return (
      (q * polynomial([3.3871327179, 50.434271938, 159.29113202, 59.10937472], r)) /
      polynomial([1, 17.895169469, 78.757757664, 67.1875636], r)
    )
  }
  const r = Math.sqrt(-Math.log(Math.min(p, 1 - p)))
  const size =
    r <= 5
      ? polynomial([1.4234372777, 2.75681539, 1.3067284816, 0.17023821103], r - 1.6) /
        polynomial([1, 0.7370016425, 0.12021132975], r - 1.6)
      : polynomial([6.657905115, 3.081226386, 0.42868294337, 0.017337203997], r - 5) /
        polynomial([1, 0.24197894225, 0.012258202635], r - 5)
  return Math.sign(q) * size
}

/** Logarithm of the gamma function, for positive numbers. Source: Lanczos, with g = 7 and nine terms; accurate to 15 digits. */
export function logGamma(x: number): number {
  const [first = 0, ...terms] = LANCZOS
  const sum = terms.reduce((sum, term, i) => sum + term / (x + i), first)
  const t = x + 6.5
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** Value at `x` of the polynomial with these coefficients, the constant one first. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0)
}
