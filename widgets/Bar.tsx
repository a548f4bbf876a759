/** How much is done, in per cent, and in words. What fills it is moved and not stretched: a phone does that without laying out the page
 *  at every frame; and by an attribute, where a style in the markup would ask for a weaker policy. */
export function Bar({ percent, label, away = false }: { percent: number; label: string; away?: boolean }) {
  return (
    <svg
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      data-away={away || undefined}
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
    >
      <rect width="100" height="1" transform={`translate(${percent - 100})`} />
    </svg>
  )
}
