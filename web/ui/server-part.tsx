import { type ReactNode, useState } from 'react'

type ServerPartProps = { id: string; className?: string; children: ReactNode }

/** No script changes it. Put children behind `import.meta.env.SSR &&`; the build drops them. */
export function ServerPart({ children, ...frame }: ServerPartProps) {
  return import.meta.env.SSR ? <div {...frame}>{children}</div> : <ServerMarkup {...frame} />
}

/** The same object on each render, or React would rewrite the markup. */
function ServerMarkup(frame: Omit<ServerPartProps, 'children'>) {
  const [markup] = useState(() => ({ __html: document.getElementById(frame.id)?.innerHTML ?? '' }))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what stands there.
  return <div {...frame} suppressHydrationWarning dangerouslySetInnerHTML={markup} />
}
