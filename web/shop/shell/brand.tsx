import { useSettings } from '#web/api/shop-queries.ts'
import { Logo } from '#web/ui/logo.tsx'

export function Brand() {
  const setting = useSettings()
  return (
    <a
      href="/"
      className="inline-flex min-h-11 items-center gap-2.5 rounded-full font-serif text-[1.375rem] leading-none font-semibold tracking-tight text-leaf-deep"
    >
      <Logo url={setting('farm_logo')} />
      {setting('farm_name')}
    </a>
  )
}
