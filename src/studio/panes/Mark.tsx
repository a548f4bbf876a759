/** A word that says how something stands. */
export function Mark({ tone, children }: { tone: 'good' | 'bad' | 'here' | 'plain'; children: string }) {
  return (
    <span className="mark" data-tone={tone}>
      {children}
    </span>
  )
}
