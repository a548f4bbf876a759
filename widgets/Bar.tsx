/** How much is done, in per cent, and in words. Its length is an attribute, where a style in the markup would ask for a weaker policy,
 *  and does not move: a phone lays the page out again at every frame of what moves within a picture. */
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
      <rect width={percent} height="1" />
    </svg>
  )
}
