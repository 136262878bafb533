// Level X played at random, as one writes it in C++: the yardstick of our compiled rules.
//
//   levelx GAMES SEED    plays GAMES matches of four players and prints one JSON object:
//                        CPU seconds, and [sum, sum of squares] of length, scores and shares of wins
//
// It shares the idea of the packed move with our rules (four bits a row), so that what is compared
// is the language and its compiler, not the algorithm.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>
#include <vector>

constexpr int PLAYERS = 4, ROWS = 6, DICE = 4, FACES = 6, ROLLS = 1296;
constexpr int LOWEST_SUM = 5, HIGHEST_SUM = 10;
constexpr std::array<int, ROWS> SPACES = {4, 4, 3, 3, 2, 2};
constexpr std::array<int, ROWS> CHIPS = {12, 11, 10, 9, 8, 7};
constexpr std::array<int, 4> TILES = {15, 12, 9, 6};
constexpr int TILE_COUNT = TILES.size();

using Dice = std::array<int, DICE>;
using Move = std::uint32_t;  // how many groups go to each row, four bits a row
constexpr int BITS = 4, MOST_MOVES = 29;
constexpr Move GROUPS = 0xF, BORROWS = 0x888888;

// SplitMix64, with Lemire's multiplication for a range without bias.
class Generator {
public:
    explicit Generator(std::uint64_t seed) : word(seed) {}

    int below(std::uint32_t size) {
        std::uint64_t product = std::uint64_t(next()) * size;
        if (std::uint32_t(product) < size) {
            const std::uint32_t unfair = -size % size;
            while (std::uint32_t(product) < unfair) product = std::uint64_t(next()) * size;
        }
        return int(product >> 32);
    }

private:
    std::uint32_t next() {
        std::uint64_t mixed = word += 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return (mixed ^ (mixed >> 31)) >> 32;
    }

    std::uint64_t word;
};

// The moves of every roll, found once: each die joins one of four groups or is left aside.
class MoveTable {
public:
    MoveTable() {
        for (int roll = 0; roll < ROLLS; ++roll) {
            Dice dice = {roll / 216 + 1, roll / 36 % 6 + 1, roll / 6 % 6 + 1, roll % 6 + 1};
            std::vector<int> ones;  // the dice that may be turned
            for (int die = 0; die < DICE; ++die)
                if (dice[die] == 1) ones.push_back(die);
            if (!ones.empty()) ones.pop_back();
            std::set<Move> found;
            turn(dice, ones, 0, found);
            moves[roll].assign(found.begin(), found.end());
        }
    }

    const std::vector<Move>& of(int roll) const { return moves[roll]; }

private:
    static void turn(Dice& dice, const std::vector<int>& ones, std::size_t turned,
                     std::set<Move>& found) {
        if (turned == ones.size()) {
            std::array<int, DICE> sums{};
            group(dice, 0, sums, found);
            return;
        }
        for (int face = 1; face <= FACES; ++face) {
            dice[ones[turned]] = face;
            turn(dice, ones, turned + 1, found);
        }
    }

    static void group(const Dice& dice, int die, std::array<int, DICE>& sums,
                      std::set<Move>& found) {
        if (die == DICE) {
            Move move = 0;
            for (int sum : sums) {
                if (sum == 0) continue;
                if (sum < LOWEST_SUM || sum > HIGHEST_SUM) return;
                move += Move(1) << (BITS * (sum - LOWEST_SUM));
            }
            found.insert(move);
            return;
        }
        group(dice, die + 1, sums, found);
        for (int& sum : sums) {
            sum += dice[die];
            group(dice, die + 1, sums, found);
            sum -= dice[die];
        }
    }

    std::array<std::vector<Move>, ROLLS> moves;
};

struct Game {
    int first = 0, turn = 0, closed_rows = 0, tiles_taken = 0;
    bool last_round = false;
    std::array<int, ROWS> chips = CHIPS;
    std::array<std::array<int, ROWS>, PLAYERS> pawns{}, won{};
    std::array<int, PLAYERS> bonus{}, bonus_count{};

    bool ended() const { return last_round && turn % PLAYERS == 0; }
    int seat() const { return (first + turn) % PLAYERS; }

    int list_moves(const std::vector<Move>& moves, std::array<Move, MOST_MOVES>& legal) const {
        const int mover = seat();
        Move room = BORROWS;
        for (int row = 0; row < ROWS; ++row) {
            if (chips[row] == 0) continue;
            const int steps = SPACES[row] - pawns[mover][row];
            room |= Move(std::min(chips[row] + std::max(steps - 1, 0), DICE)) << (BITS * row);
        }
        int count = 0;
        for (Move move : moves)
            if (((room - move) & BORROWS) == BORROWS) legal[count++] = move;
        return count;
    }

    void make(Move move) {
        const int mover = seat();
        for (int row = 0; row < ROWS; ++row)
            for (Move group = 0; group < ((move >> (BITS * row)) & GROUPS); ++group)
                use_group(mover, row);
        take_tiles(mover);
        ++turn;
        if (closed_rows >= 3 || tiles_taken == TILE_COUNT) last_round = true;
    }

    void use_group(int mover, int row) {
        int& pawn = pawns[mover][row];
        if (pawn < SPACES[row]) {
            if (++pawn < SPACES[row]) return;
            for (int other = 0; other < PLAYERS; ++other)
                if (other != mover && pawns[other][row] == SPACES[row]) pawns[other][row] = 0;
        }
        ++won[mover][row];
        if (--chips[row] == 0) {
            ++closed_rows;
            for (auto& own : pawns) own[row] = 0;
        }
    }

    void take_tiles(int mover) {
        const int series = *std::min_element(won[mover].begin(), won[mover].end());
        while (bonus_count[mover] < series && tiles_taken < TILE_COUNT) {
            bonus[mover] += TILES[tiles_taken++];
            ++bonus_count[mover];
        }
    }

    int points(int owner) const {
        int sum = bonus[owner];
        for (int row = 0; row < ROWS; ++row) sum += won[owner][row] * (LOWEST_SUM + row);
        return sum;
    }
};

struct Result {
    int length;
    std::array<int, PLAYERS> points;
};

Result play(Generator& generator, const MoveTable& table) {
    Game game;
    std::array<Move, MOST_MOVES> legal;
    game.first = generator.below(PLAYERS);
    while (!game.ended()) {
        int roll = 0;
        for (int die = 0; die < DICE; ++die) roll = roll * FACES + generator.below(FACES);
        const int count = game.list_moves(table.of(roll), legal);
        game.make(legal[generator.below(count)]);
    }
    Result result{game.turn, {}};
    for (int seat = 0; seat < PLAYERS; ++seat) result.points[seat] = game.points(seat);
    return result;
}

// A sum and a sum of squares: enough for a mean and its error.
struct Sums {
    double sum = 0, squares = 0;
    void add(double value) { sum += value, squares += value * value; }
    void print() const { std::printf("[%.17g, %.17g]", sum, squares); }
};

void print(const char* name, const std::array<Sums, PLAYERS>& seats) {
    std::printf(", \"%s\": [", name);
    for (int seat = 0; seat < PLAYERS; ++seat) {
        if (seat > 0) std::printf(", ");
        seats[seat].print();
    }
    std::printf("]");
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    std::vector<Result> results(std::atoi(argv[1]));
    Generator generator(std::strtoull(argv[2], nullptr, 10));
    const MoveTable table;

    const std::clock_t begin = std::clock();
    for (Result& result : results) result = play(generator, table);
    const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;

    Sums length;
    std::array<Sums, PLAYERS> scores, shares;
    for (const Result& result : results) {
        length.add(result.length);
        const auto& points = result.points;
        const int best = *std::max_element(points.begin(), points.end());
        const auto winners = std::count(points.begin(), points.end(), best);
        for (int seat = 0; seat < PLAYERS; ++seat) {
            scores[seat].add(points[seat]);
            shares[seat].add(points[seat] == best ? 1.0 / winners : 0.0);
        }
    }
    std::printf("{\"games\": %zu, \"seconds\": %.6f, \"length\": ", results.size(), seconds);
    length.print();
    print("scores", scores);
    print("shares", shares);
    std::printf("}\n");
}
