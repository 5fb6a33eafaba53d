import './folded-note.css'

interface FoldedNoteProps {
  readonly text: string
  readonly summary: string
  readonly items: readonly string[]
}

export const FoldedNote = ({ text, summary, items }: FoldedNoteProps) => (
  <div className="folded-note">
    <p>{text}</p>
    <details>
      <summary>{summary}</summary>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </details>
  </div>
)
