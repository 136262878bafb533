"""The help texts of the command line, listed by command in `COMMANDS`."""

from ..core.language import N_, Language


def help_text(text: str, language: Language) -> str:
    """A help text in the user's language; Click wraps its paragraphs except those laid out by hand.

    A line with only a backspace tells Click to leave the paragraph that follows it alone.
    """
    paragraphs = language(text).strip("\n").split("\n\n")
    return "\n\n".join(f"\b\n{each}" if is_laid_out(each) else each for each in paragraphs)


def is_laid_out(paragraph: str) -> bool:
    """Whether a paragraph has indented lines: a table or examples."""
    return any(line.startswith("  ") for line in paragraph.split("\n"))


GROUP = N_(
    """Dice board games, their rules complete and exact: in the browser, in the terminal.

Without a command ludotheque opens in your browser, as “ludotheque serve” opens it.
“ludotheque COMMAND --help” tells more about each command.

Examples:
  ludotheque                                      play in the browser
  ludotheque play levelx                          you against a bot
  ludotheque play levelx --seats me:Ada,me:Bob    two people at one keyboard
  ludotheque simulate levelx --games 1e6          a million random matches
"""
)
SERVE = N_(
    """Open ludotheque in the browser.

Play against bots, or with friends on this device. Every draw and every move is on disk before it
is answered: stop the server whenever you like, and “ludotheque serve” goes on with every match
where it was. One server at a time uses a folder or a database.

Only this machine reaches the server, until you share it with the network around you (on a page of
its own, or with --share) or put it behind a proxy that the world can reach (--public-url).

Examples:
  ludotheque serve
  ludotheque serve --port 9000 --no-browser
  ludotheque serve --data ~/games
  ludotheque serve --share
  ludotheque serve --bot Hal=my_bot:MyBot
  ludotheque serve --public-url https://games.example --no-browser
  ludotheque serve --database postgresql://games@localhost/games
"""
)
PLAY = N_(
    """Play a match of GAME: people at one keyboard, bots, or both.

Choose a move by its number in the list, or type it in the game's notation. A move that the rules
refuse is explained, with its rule, and changes nothing. Until the next dice are rolled, the last
move may be taken back.

At the table:
  Enter    roll the dice; before a move, draw the table again
  u        take the last move back
  ?        read the rulebook; “? LX-3” shows one rule of it
  l        tell everything that has happened
  h        show these commands
  q        put the match away (so do Ctrl-C and Ctrl-D)
  resign   give up

With --real-dice you roll the dice of your own box, and type in what they show, a whole throw at
once: “4 2 heart”. Cards and everything else that is secret are dealt here. A mistyped throw is
taken back with u, as long as nobody has moved.

Examples:
  ludotheque play levelx --seats me,random,random
  ludotheque play levelx --seats me:Ada,me:Bob --record evening.jsonl
  ludotheque play levelx -o first=0 --seed 7
  ludotheque play levelx --seats me,my_bot:MyBot
  ludotheque play masterdes --seats me:Ada,me:Bob --real-dice
  ludotheque play --resume
"""
)
SIMULATE = N_(
    """Play many matches of GAME, and show how they end.

For each seat: its share of the victories and its mean score, both with 95 % intervals, and its
lowest, median and highest score; then the same for the length of a match. Everybody moves at
random, unless --players says who plays. The same seed gives the same result on any number of
cores. The first run compiles the rules: some seconds more. Memory use does not grow with the
number of matches; a long run that is interrupted goes on when it is started again.

Examples:
  ludotheque simulate levelx --games 1e6
  ludotheque simulate levelx --players 4 --seed 1 --out results.parquet
  ludotheque simulate levelx --players maître,débutant --games 200
  ludotheque simulate levelx --games 1e9 --on ray://cluster:10001
"""
)
ARENA = N_(
    """Let bots play GAME against each other, and rate them.

Every two of the PLAYERS meet in so many matches, in all seats by turns; the matches of one turn
are played on the same draws, so that luck weighs on all alike. Shown are ratings, every pair,
every seat and the time a move takes, with 95 % intervals. The same seed gives the same results on
any number of cores. Interrupted with Ctrl-C, the same command goes on where it was; what nobody
has taken up again for a month is dropped.

Players:
  débutant, habitué, expert, maître  the levels, with or without accents
  greedy                             the best position at once, nothing missed
  playouts                           searches by random matches to the end
  random                             makes any move
  module:Class                       your own: a class that has choose(view)
  program:COMMAND                    your own: a program, in JSON lines

Examples:
  ludotheque arena levelx maître habitué random --games 2000
  ludotheque arena levelx my_bot:MyBot "program:./engine" --seconds 5
  ludotheque arena levelx greedy random --players 4 --report arena.html
"""
)
COMPARE = N_(
    """Compare editions of a game, as good players play them.

Each EDITION is a .toml or .json file (“ludotheque edition GAME” prints one to begin with), or
“printed” for the box as it was printed. All are played on the same draws, by good players in all
seats, and by one good player among random ones. Shown, with 95 % intervals: the share of the
victories of whoever begins, how much decisions matter, the length, the number of decisions, changes
of the lead, comebacks, the margin. Interrupted with Ctrl-C, the same command goes on where it was.

Examples:
  ludotheque compare printed longer.toml --game levelx --report bench.html
  ludotheque compare short.toml long.toml --players 3 --player expert
"""
)
SWEEP = N_(
    """Compare the values of one parameter of GAME.

PARAMETER is an option, a component of the edition, or one number of a list: spaces.0 is the first.
VALUES are written as in JSON; 2..5 is 2, 3, 4 and 5. The measures are those of “compare”.

Examples:
  ludotheque sweep levelx spaces.0 2..6 --report sweep.html
  ludotheque sweep levelx tiles "[15, 12, 9, 6]" "[30, 20, 10]"
"""
)
SOLVE = N_(
    """Ask the exact solver of GAME, if there is one.

Without a POSITION it tells what it knows of the game at large, and how positions are written.
With one it tells what every decision there is worth.

Examples:
  ludotheque solve masterdes
  ludotheque solve masterdes "red 4 6 3 heart; blue 4 4 4 two"
"""
)
REPLAY = N_(
    """Look at the match in FILE again, turn by turn.

In a terminal, Enter goes on, b goes back, a number jumps to that turn, q stops. Elsewhere every
position is printed in order.
"""
)
SHOW = N_(
    """Tell the match in FILE in words, its turns numbered.

A record that was cut short is told as far as it goes. A wrong one is refused, with the line and
the reason.
"""
)
VERIFY = N_(
    """Check the match in FILE: were the dice fair, the moves legal?

Every draw is computed again from the seeds, every move held against the rules, and the result
against both, also if somebody resigned. If the dice had to be agreed upon anew before the match,
it says how often and who did not reveal a seed. With - the record is read from the standard
input. The exit code is 0 if everything is proven, 1 if something is wrong, 2 if something cannot
be proven or the file cannot be read.

Example:
  ludotheque verify evening.jsonl
"""
)
DICE = N_(
    """Count the dice of the match in FILE: were they as expected?

For every face: how often it came, how often it was to be expected, and between which counts such
dice stay in 95 matches of 100; the same for each player. Cards and other secrets are counted when
the match is over. A count outside its interval is marked; among many counts some are, by chance
alone, and the last line allows for that.

Examples:
  ludotheque dice evening.jsonl
  ludotheque dice evening.jsonl --json
"""
)
REVIEW = N_(
    """Tell luck from skill in the match in FILE.

From every point the match is played on to the end many times; how often a seat wins is its chance
there. What a throw does to it is luck. A move is held against the best of the others, by what its
player could know. Everything has its 95 % interval, and what is within it is called undecided.
The same seed gives the same review. The first run compiles the rules: some seconds more.

Examples:
  ludotheque review evening.jsonl
  ludotheque review evening.jsonl --playouts 2000
  ludotheque review evening.jsonl --json
"""
)
RULES = N_("Read the rulebook of GAME, or one RULE of it, such as LX-3.")
EDITION = N_(
    """Print the components of GAME, to change and play with.

Example:
  ludotheque edition levelx > mine.toml
  ludotheque play levelx --edition mine.toml
"""
)
MATCHES = N_(
    """List, export, import or delete the matches that are kept.

All of it works beside a running server, except import.

Examples:
  ludotheque matches list --state finished
  ludotheque matches export archive.zip
  ludotheque matches delete --state lobby --older 30
"""
)
MATCHES_EXPORT = N_(
    """Write the records of matches to TARGET: a folder, or a file that ends in .zip.

A record gives away what its download from the server gives away and no more: a match that is not
over is left out if its game has secrets, and no record has a seed before the end.

Examples:
  ludotheque matches export archive
  ludotheque matches export old.zip --older 365
"""
)
MATCHES_IMPORT = N_(
    """Import records: files, folders of them, or .zip files.

Every record is checked against the rules. A match that is there already is left alone. One that is
not over goes on with new dice, so its dice are unproven. No server may be running on the folder.

Example:
  ludotheque matches import archive
"""
)
MATCHES_DELETE = N_(
    """Delete matches for good: those that are named, or that fit the options.

What is to be deleted is shown first, and you are asked. A running server deletes them itself, and
tells whoever has one of them open.

Examples:
  ludotheque matches delete u3RkQ0aVb1xY
  ludotheque matches delete --state playing --older 90 --yes
"""
)
BACKUP = N_(
    """Write a backup of all matches, while the server runs or not.

FILE is a database of its own, complete up to this moment and checked after it was written. Without
FILE it goes into the folder “backups” beside the matches. It holds everything, even secrets of
matches in progress: only you can read it. An existing file is never overwritten.

Examples:
  ludotheque backup
  ludotheque backup /media/disk/matches.sqlite
  ludotheque backup --data /var/lib/ludotheque
"""
)
RESTORE = N_(
    """Put the backup in FILE in the place of all matches.

The backup is checked before anything is touched, and again when it is in place. What was there is
kept beside it, under another name. No server may be running on the folder.

Example:
  ludotheque restore /media/disk/matches.sqlite
"""
)
STORE = N_(
    """Look after the store itself, in which matches are kept.

Matches are kept in a folder, in a database of SQLite, or in PostgreSQL, at an address such as
postgresql://user@host/name.
"""
)
STORE_COPY = N_(
    """Copy all matches from one store to another, which must be empty.

FROM and TO are folders or addresses of PostgreSQL databases. Everything is copied, even secrets of
matches in progress, in one transaction; the rows are counted, and compared by a digest, before it
is kept. FROM is left as it is. No server may be running on either.

Examples:
  ludotheque store copy /var/lib/ludotheque postgresql://games@localhost/games
  ludotheque store copy postgresql://games@localhost/games /var/lib/ludotheque
"""
)
GAMES = N_("List the games on the shelf, with their options.")
NEW_GAME = N_(
    """Write a complete small game, to make your own of it.

NAME is its name for programs: small letters, digits, underscores. It is a race with two dice and a
board, and plays at once in Python, in the terminal, in the browser and against all robots. Its
files say what they are for; what is shown is derived from them, and can be replaced piece by piece.

Examples:
  ludotheque new-game ford
  ludotheque new-game ford --package
  LUDOTHEQUE_GAMES=. ludotheque play ford
"""
)
CHECK_GAME = N_(
    """Run on GAME the tests that every game must pass.

They look at its passport and modules, rulebooks, sentences in both languages, tables, records,
robots of all levels, compiled rules, secrets, and data for programs that learn; then come the
game's own tests. What fails is shown with its values. The first run compiles the rules and the
robots: about a minute. It needs pytest, which pip install 'ludotheque[checks]' brings.

Examples:
  ludotheque check-game levelx
  LUDOTHEQUE_GAMES=. ludotheque check-game ford -k rulebooks
"""
)
WARM_UP = N_(
    """Compile the rules and the robots now, not when you play.

Otherwise the first match against a robot that searches begins with a small search, while the
compiler works for up to a minute. What is compiled is kept. Without GAME, all games are prepared.

Examples:
  ludotheque warm-up
  ludotheque warm-up levelx masterdes
"""
)

#: Every command, in the order in which people come to need them.
COMMANDS = {
    "serve": SERVE,
    "play": PLAY,
    "games": GAMES,
    "rules": RULES,
    "show": SHOW,
    "replay": REPLAY,
    "review": REVIEW,
    "verify": VERIFY,
    "dice": DICE,
    "simulate": SIMULATE,
    "arena": ARENA,
    "compare": COMPARE,
    "sweep": SWEEP,
    "solve": SOLVE,
    "edition": EDITION,
    "warm-up": WARM_UP,
    "new-game": NEW_GAME,
    "check-game": CHECK_GAME,
    "matches": MATCHES,
    "backup": BACKUP,
    "restore": RESTORE,
    "store": STORE,
}
