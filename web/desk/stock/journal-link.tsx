import { useState } from 'react'
import { TextLink } from '#web/ui/text-link.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { LeaveQuestion } from '../shared/form-dialog.tsx'
import { journalHash } from './stock-address.ts'

type JournalLinkProps = { productId: number; isTouched: () => boolean; className?: string }

/** Leads from the form of a product to its journal; whoever typed something is asked first. */
export function JournalLink({ productId, isTouched, className }: JournalLinkProps) {
  const [isLeaving, setLeaving] = useState(false)
  const hash = journalHash(productId)
  return (
    <>
      <TextLink
        href={`#${hash}`}
        {...(className && { className })}
        onClick={(event) => {
          if (!isTouched()) return
          event.preventDefault()
          setLeaving(true)
        }}
      >
        Stock journal
      </TextLink>
      <LeaveQuestion
        open={isLeaving}
        onClose={() => setLeaving(false)}
        onLeave={() => goToHash(hash)}
      />
    </>
  )
}
