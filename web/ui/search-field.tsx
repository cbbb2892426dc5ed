import type { Ref } from 'react'
import { Icon } from './icon.tsx'

type SearchFieldProps = {
  label: string
  value: string
  onType: (text: string) => void
  ref?: Ref<HTMLInputElement>
}

export function SearchField({ label, value, onType, ref }: SearchFieldProps) {
  return (
    <span className="relative block min-w-0 grow basis-44">
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-bark-deep"
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={({ target }) => onType(target.value)}
        className="h-13 w-full rounded-2xl border-[1.5px] border-bark bg-field pr-3 pl-11 text-[1.0625rem] text-soil placeholder:text-bark-deep"
      />
    </span>
  )
}
