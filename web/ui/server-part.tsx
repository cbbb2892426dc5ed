import { type ReactNode, useState } from 'react'

type ServerPartProps = { id: string; children: ReactNode }

/**
 * A part of a page that no script changes: the browser keeps the server's markup and fetches no code for it. Its children
 * stand behind `import.meta.env.SSR &&`, so that the build leaves them out.
 */
export function ServerPart({ id, children }: ServerPartProps) {
  return import.meta.env.SSR ? <div id={id}>{children}</div> : <ServerMarkup id={id} />
}

/** The same object at each draw: React writes another one into the page anew. */
function ServerMarkup({ id }: { id: string }) {
  const [markup] = useState(() => ({ __html: document.getElementById(id)?.innerHTML ?? '' }))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what stands there.
  return <div id={id} suppressHydrationWarning dangerouslySetInnerHTML={markup} />
}
