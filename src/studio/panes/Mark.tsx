/** A word for a state. */
export function Mark({ tone, children }: { tone: 'good' | 'bad' | 'here' | 'plain'; children: string }) {
  return (
    <span className="mark" data-tone={tone}>
      {children}
    </span>
  )
}
