import { buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

type ViewLinksProps = {
  label: string
  views: readonly (readonly [hash: string, text: string])[]
  here: string
  className?: string
}

export function ViewLinks({ label, views, here, className = 'mb-5 flex-wrap' }: ViewLinksProps) {
  return (
    <nav aria-label={label} className={classNames('flex gap-2', className)}>
      {views.map(([hash, text]) => (
        <a
          key={hash}
          href={`#${hash}`}
          aria-current={hash === here ? 'page' : undefined}
          className={buttonLook({ variant: hash === here ? 'primary' : 'quiet', size: 'sm' })}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}
