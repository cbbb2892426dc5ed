import { TextLink } from '#web/ui/text-link.tsx'
import { journalHash } from './stock-query.ts'

export function JournalLink({ productId, className }: { productId: number; className?: string }) {
  return (
    <TextLink href={`#${journalHash(productId)}`} {...(className && { className })}>
      Stock journal
    </TextLink>
  )
}
