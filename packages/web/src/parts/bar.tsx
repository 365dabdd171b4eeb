// A share as a bar, with the number beside it.

interface Props {
  /** 0 to 1. */
  readonly share: number;
  readonly label: string;
  readonly tone?: 'warn' | 'stop' | '';
  readonly words?: string;
}

export function Bar({ share, label, tone = '', words = `${Math.round(share * 100)} %` }: Props) {
  const width = Math.max(0, Math.min(1, share)) * 100;
  return (
    <span class={`bar ${tone}`}>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={`${label}: ${words}`}>
        <rect class="whole" width="100" height="8" />
        <rect class="part" width={width} height="8" />
      </svg>
      <span class="digits">{words}</span>
    </span>
  );
}
