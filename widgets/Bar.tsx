/** Progress in percent, and in words. Its length is an attribute, as a style in the markup would need a weaker policy. It is not
 *  animated: a phone lays the page out again at every frame of a moving SVG. */
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
