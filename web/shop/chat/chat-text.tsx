const PAGE = /(\/pages\/[a-z0-9-]+)/

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
