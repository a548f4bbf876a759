import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MadeInvitation } from '../../../schemas/people/people.ts'
import { PEOPLE } from './peopleScreen.ts'
import { Card } from '../parts/Card.tsx'

/** A new link, to be copied unless it was mailed. */
export function MadeLink({ made: { invitation, link, mail_failed } }: { made: MadeInvitation }) {
  const [copied, setCopied] = useState<string | null>(null)
  if (link === null)
    return (
      <p role="status" className="one-note">
        {PEOPLE.mailed(invitation.name)}
      </p>
    )
  return (
    <Card title={PEOPLE.linkFor(invitation.name)}>
      <div role="status">
        <p>
          {mail_failed !== null && PEOPLE.notMailed(mail_failed)} {PEOPLE.handOver}
        </p>
        <p className="people-link">
          <code>{link}</code>
        </p>
      </div>
      <Button
        size="xs"
        onClick={() =>
          void navigator.clipboard.writeText(link).then(
            () => setCopied(link),
            () => {},
          )
        }
      >
        {copied === link ? PEOPLE.copied : PEOPLE.copy}
      </Button>
    </Card>
  )
}
