/** What the trend and its figures say. */
export const TREND_TEXT = {
  name: 'Trend',
  failed: 'The trend could not be loaded',
  chartFailed: 'The chart could not be loaded',
  loadAgain: 'Load the page again',
  seeFigures: 'What it draws stands in the figures below.',
  chosen: 'Figure of the chart',
  from: 'from',
  figuresBy: (unit: 'day' | 'hour') => `Figures by ${unit}`,
  unit: { day: 'Day', hour: 'Hour' },
  before: (days: string) => `the same weekdays before: ${days}`,
  unfinished: (unit: 'day' | 'hour') => `this ${unit}, so far`,
  asOf: (time: string) => ` · as of ${time} New York`,
  soFar: ' so far',
  pointSoFar: ', so far',
  until: (time: string) => ` until ${time}`,
  /** The picture for whoever does not see it. */
  spoken: ({ metric, when, most, current }: Spoken) =>
    `${metric} ${when}${most === null ? '' : `; the most, ${most.value}, ${most.day}`}${current === null ? '' : `; ${current} is not over yet`}`,
} as const

interface Spoken {
  metric: string
  when: string
  most: { value: string; day: string } | null
  current: string | null
}
