export function SkipLink() {
  return (
    <a
      href="#home"
      className="sr-only z-50 rounded-full bg-leaf font-semibold text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-5 focus:py-3"
    >
      Skip to the content
    </a>
  )
}
