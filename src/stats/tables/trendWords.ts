/** Texts of the trend and its figures. */
export const TREND_TEXT = {
  name: 'Trend',
  failed: 'Couldn’t load the trend',
  chartFailed: 'Couldn’t load the chart',
  loadAgain: 'Reload the page',
  seeFigures: 'The figures below show the same data.',
  chosen: 'Chart figure',
  from: 'from',
  figuresBy: (unit: 'day' | 'hour') => `Figures by ${unit}`,
  unit: { day: 'Day', hour: 'Hour' },
  before: (days: string) => `same weekdays before: ${days}`,
  unfinished: (unit: 'day' | 'hour') => `this ${unit}, so far`,
  asOf: (time: string) => ` · as of ${time}`,
  soFar: ' so far',
  pointSoFar: ', so far',
  until: (time: string) => ` until ${time}`,
  /** The picture in words, for screen readers. */
  spoken: ({ metric, when, most, current }: Spoken) =>
    `${metric} ${when}${most === null ? '' : `; highest: ${most.value}, ${most.day}`}${current === null ? '' : `; ${current} isn’t over yet`}`,
} as const

interface Spoken {
  metric: string
  when: string
  most: { value: string; day: string } | null
  current: string | null
}
