import { TextLink } from '#web/ui/text-link.tsx'
import { journalHash } from './stock-address.ts'

/** Leads from the form of a product to its journal. */
export function JournalLink({ productId, className }: { productId: number; className?: string }) {
  return (
    <TextLink href={`#${journalHash(productId)}`} {...(className && { className })}>
      Stock journal
    </TextLink>
  )
}
