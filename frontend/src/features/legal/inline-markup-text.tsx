import { Fragment, type ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'

const marks = /\*\*(?<bold>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<address>[^)]+)\)/g

const linked = (text: string, address: string): ReactNode =>
  address.startsWith('/') ? <Link to={address}>{text}</Link> : <a href={address}>{text}</a>

function drawn({ bold, code, text = '', address = '' }: Record<string, string | undefined>): ReactNode {
  if (bold) return <strong>{bold}</strong>
  if (code) return <code>{code}</code>
  return linked(text, address)
}

function piecesOf(text: string): readonly ReactNode[] {
  const pieces: ReactNode[] = []
  let end = 0
  for (const mark of text.matchAll(marks)) {
    pieces.push(text.slice(end, mark.index), drawn(mark.groups ?? {}))
    end = mark.index + mark[0].length
  }
  return [...pieces, text.slice(end)]
}

export const InlineMarkupText = ({ children }: { readonly children: string }) =>
  // The texts are constants: a piece never moves.
  // oxlint-disable-next-line react/no-array-index-key
  piecesOf(children).map((piece, index) => <Fragment key={index}>{piece}</Fragment>)
