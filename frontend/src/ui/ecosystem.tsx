import './ecosystem.css'

/** Villi seen from the side: one path, drawn once per layer. */
const villi =
  'M0 420V268c0-34 46-34 46 0v70c0 26 38 26 38 0V206c0-38 54-38 54 0v116c0 26 38 26 38 0V244c0-36 50-36 50 0v78c0 26 38 26 38 0V186c0-40 58-40 58 0v140c0 26 38 26 38 0V252c0-34 48-34 48 0v66c0 26 36 26 36 0V222c0-36 50-36 50 0v198Z'

const Leaf = ({ className, at }: { readonly className: string; readonly at: string }) => (
  <g className={className} transform={at}>
    <path d="M0 0C-4-46 22-78 66-84 70-40 44-8 0 0Z" />
    <path className="ecosystem-vein" d="M4-6C18-32 34-52 56-72M20-30l2-22M20-30l22-6M36-50l2-14M36-50l14-4" />
  </g>
)

const Rod = ({ className, at }: { readonly className: string; readonly at: string }) => (
  <g className={className} transform={at}>
    <rect x="-34" y="-15" width="68" height="30" rx="15" />
    <path className="ecosystem-vein" d="M-18-3h10M0 4h12M-2-6h6" />
  </g>
)

const Sphere = ({ className, at }: { readonly className: string; readonly at: string }) => (
  <g className={className} transform={at}>
    <circle r="21" />
    <path className="ecosystem-vein" d="M-8-6a11 11 0 0 1 10-6" />
    <path d="M0-21v-11M0 21v11M21 0h11M-21 0h-11M15-15l8-8M-15-15l-8-8M15 15l8 8M-15 15l-8 8" />
  </g>
)

/** The ecosystem within: a clearing of villi where microbes and leaves live together. */
export const Ecosystem = () => (
  <svg className="ecosystem" viewBox="0 0 520 480" width="520" height="480" aria-hidden="true">
    <path
      className="ecosystem-sun"
      d="M262 20c92-10 190 42 216 132 26 92-14 214-104 262-94 50-236 34-298-46C14 290 30 160 92 86c44-52 104-60 170-66Z"
    />
    <g className="ecosystem-drift">
      <path className="ecosystem-tail" d="M138 148c-20 8-26-12-46-2s-22 18-40 10" />
      <Rod className="ecosystem-terracotta" at="translate(172 136) rotate(-18)" />
      <Sphere className="ecosystem-sand" at="translate(302 96)" />
      <Rod className="ecosystem-leaf" at="translate(408 168) rotate(34)" />
      <Sphere className="ecosystem-green" at="translate(236 206) scale(.72)" />
      <path className="ecosystem-tail" d="M432 202c6 18 24 8 30 26" />
    </g>
    <path className="ecosystem-far" d={villi} transform="translate(-6 -4) scale(1.03 1.06)" />
    <path className="ecosystem-near" d={villi} transform="translate(536 100) scale(-1.08 .92)" />
    <Leaf className="ecosystem-leaf" at="translate(96 414) rotate(-22) scale(1.2)" />
    <Leaf className="ecosystem-sand" at="translate(376 430) rotate(4) scale(1.3)" />
    <Sphere className="ecosystem-terracotta" at="translate(246 400) scale(.8)" />
    <Rod className="ecosystem-sand" at="translate(184 442) rotate(12) scale(.8)" />
  </svg>
)
