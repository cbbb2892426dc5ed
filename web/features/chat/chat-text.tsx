/** An address of a page of this shop, as the helper names it. */
const PAGE = /(\/pages\/[a-z0-9-]+)/

/** A message as text; the shop's own pages in it are links. */
export function ChatText({ text }: { text: string }) {
  return text.split(PAGE).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
      <a key={place} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}
