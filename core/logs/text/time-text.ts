/** Writes ISO 8601 times as `2026-01-31 09:30:00.123` in a time zone; other texts stay as they are. */
export function timeText(zone: string): (time: string) => string {
  if (zone === 'UTC') return inUtc;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
  return (time) => {
    const date = new Date(time);
    return Number.isNaN(date.getTime()) ? time : format.format(date).replace(',', '.');
  };
}

function inUtc(time: string): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time)
    ? `${time.slice(0, 10)} ${time.slice(11, -1)}`
    : time;
}
