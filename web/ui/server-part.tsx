import { type ReactNode, useState } from 'react'

type ServerPartProps = { id: string; className?: string; children: ReactNode }

type FrameProps = Omit<ServerPartProps, 'children'>

/**
 * A part of a page that no script changes: the browser keeps the server's markup and fetches no code for it. Its
 * children stand behind `import.meta.env.SSR &&`, so that the build leaves them out.
 */
export function ServerPart({ children, ...frame }: ServerPartProps) {
  return import.meta.env.SSR ? <div {...frame}>{children}</div> : <ServerMarkup {...frame} />
}

/** The same object at each draw: React writes another one into the page anew. */
function ServerMarkup(frame: FrameProps) {
  const [markup] = useState(() => ({ __html: document.getElementById(frame.id)?.innerHTML ?? '' }))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what stands there.
  return <div {...frame} suppressHydrationWarning dangerouslySetInnerHTML={markup} />
}
