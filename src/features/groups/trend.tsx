import classes from './activity.module.css';

const width = 240;
const height = 40;

/** One bar for each day, as a picture: its sentence tells what it shows. */
export function Trend({ counts, label }: { counts: readonly number[]; label: string }) {
  const most = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length);
  return (
    <svg
      className={classes.trend}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className={classes.ground} />
      {counts.map((count, at) => {
        const size = count === 0 ? 0 : Math.max(2, (count / most) * (height - 2));
        return (
          // Days never change places.
          <rect
            key={at}
            className={classes.bar}
            x={at * step + step * 0.1}
            width={step * 0.8}
            y={height - size}
            height={size}
          />
        );
      })}
    </svg>
  );
}
